// Candidates: what tuning tries, a method with a grid of options each.
#pragma once

#include <string>
#include <vector>

#include "overhand/masking/methods.h"

namespace overhand::tuning {

struct Candidate {
  std::string name;  // the method's, unless a study tries it in two ways
  const masking::Method* method;
  std::vector<masking::OptionValues> settings;
};

struct GridSize {
  std::size_t points = 30;          // the grids of the catalogue are thinned to this many
  bool has_orders = true;           // random orders of columns are tried
  std::string marginals = "exact";  // of methods that have them; exact, smoothed or synthetic
  std::int64_t min_bin = 1;         // of methods that have bins: records in each, at least
};

// The method with its catalogue's grid, the other options at their defaults. A method whose option
// is an order of columns tries random orders; one without a grid is tried as it is.
Candidate candidate(const masking::Method& method, const Table& original, const random::Key& key,
                    const GridSize& size = {});

// The candidate of the method of that name, or of every method for "all". Fails on a method that
// needs an option which a grid cannot give.
Result<std::vector<Candidate>> candidates_for(const std::string& method, const Table& original,
                                              const random::Key& key, const GridSize& size = {});

// "noise, percent 69", for people: what is too long is cut.
std::string setting_text(const std::string& name, const masking::OptionValues& options);

// At most `count` of `all`, evenly spread, the first and the last among them.
template <class Item>
std::vector<Item> thinned(const std::vector<Item>& all, std::size_t count) {
  if (all.size() <= count) return all;
  std::vector<Item> some;
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(count == 1 ? all.front() : all[i * (all.size() - 1) / (count - 1)]);
  }
  return some;
}

}  // namespace overhand::tuning
