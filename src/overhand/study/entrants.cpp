#include "overhand/study/entrants.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "overhand/masking/jppds.h"

namespace overhand::study {
namespace {

using masking::Masked;
using masking::Method;

const Method* known(std::string_view name) {
  const auto method = masking::find_method(name);
  assert(method);
  return *method;
}

using Literal = Result<Masked> (*)(const Table&, const masking::JppdsOptions&,
                                   const masking::Context&);

Method literal_method(std::string name, std::string summary, Literal mask) {
  Method method{{.name = std::move(name),
                 .summary = std::move(summary),
                 .reference = "Chaibub Neto (2024), Trans. Data Privacy",
                 .keeps = "each column's values; the counts of bin combinations"},
                known("sjppds")->options,
                nullptr};
  method.mask = [mask](const Table& original, const masking::OptionValues& values,
                       const masking::Context& context) {
    const auto bins = values.find("bins");
    masking::JppdsOptions options;
    if (bins != values.end()) options.bins = static_cast<int>(std::get<std::int64_t>(bins->second));
    return mask(original, options, context);
  };
  return method;
}

const Method& literal_full() {
  static const Method method = literal_method(
      "sjppds_full", "Algorithm 3 over Algorithm 1, literally", masking::sjppds_full);
  return method;
}

const Method& literal_simplified() {
  static const Method method = literal_method(
      "sjppds_simplified", "Algorithm 3 over Algorithm 2, literally", masking::sjppds_simplified);
  return method;
}

std::vector<Entrant> all_entrants() {
  std::vector<Entrant> all;
  const auto add = [&](Family family, std::initializer_list<const char*> names) {
    for (const char* name : names) all.push_back({name, family, known(name)});
  };
  add(Family::paper,
      {"sjppds", "cart", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap"});
  add(Family::ours, {"cell_rotate", "cell_shuffle", "rank_noise"});
  add(Family::other, {"ipso"});
  all.push_back({"rank_swap_sdcmicro", Family::variant, known("rank_swap")});
  all.push_back({"sjppds_few_bins", Family::variant, known("sjppds")});
  all.push_back({"sjppds_full", Family::variant, &literal_full()});
  all.push_back({"sjppds_simplified", Family::variant, &literal_simplified()});
  return all;
}

std::vector<masking::OptionValues> few_bins() {
  std::vector<masking::OptionValues> settings;
  for (std::int64_t bins = 1; bins <= 9; ++bins) settings.push_back({{"bins", bins}});
  return settings;
}

}  // namespace

std::string name_of(Family family) {
  constexpr std::array names = {"paper", "ours", "other", "variant"};
  return names[static_cast<std::size_t>(family)];
}

const std::vector<Entrant>& entrants() {
  static const std::vector<Entrant> all = all_entrants();
  return all;
}

const Entrant& entrant_named(std::string_view name) {
  const auto found = std::ranges::find(entrants(), name, &Entrant::name);
  assert(found != entrants().end());
  return *found;
}

bool is_literal(const Entrant& entrant) {
  return entrant.method == &literal_full() || entrant.method == &literal_simplified();
}

tuning::Candidate candidate_of(const Entrant& entrant, const Table& original,
                               const random::Key& key, const tuning::GridSize& size) {
  if (entrant.name == "rank_swap_sdcmicro") {
    return {entrant.name,
            entrant.method,
            {{{"percent", 100.0}, {"top_percent", 5.0}, {"bottom_percent", 5.0}}}};
  }
  if (entrant.name == "sjppds_few_bins") return {entrant.name, entrant.method, few_bins()};
  return tuning::candidate(*entrant.method, original, key, size);
}

}  // namespace overhand::study
