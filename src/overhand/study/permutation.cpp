#include "overhand/study/permutation.h"

#include <fmt/format.h>

#include "overhand/masking/categorize.h"
#include "overhand/masking/jppds.h"
#include "overhand/masking/sjppds.h"
#include "overhand/random/shuffle.h"
#include "overhand/study/simulation.h"

namespace overhand::study {
namespace {

Cloud cloud_of(std::string label, const Table& table) {
  return {std::move(label), reals(table.columns()[0]), reals(table.columns()[1])};
}

}  // namespace

RestrictedPermutation restricted_permutation_example(const random::Key& key) {
  RestrictedPermutation example;
  example.x1 = {8.87, 9.57, 9.61, 9.36, 9.75, 10.51, 10.01, 9.67, 10.29, 11.42, 12.11, 11.64};
  example.x2 = {9.66, 10.09, 10.52, 10.54, 10.8, 11.19, 11.24, 11.47, 11.61, 11.96, 12.23, 12.39};
  example.bins1 = masking::categorize(example.x1, example.bins);
  example.bins2 = masking::categorize(example.x2, example.bins);
  random::Stream stream(key, {random::Purpose::example});
  example.permuted = masking::restricted_permutation(
      example.x1, example.bins2,
      [&](std::span<std::uint32_t> rows) { random::shuffle_in_cache(rows, stream); });
  example.breaks1 = masking::equal_width_breaks(masking::range(example.x1), example.bins);
  example.breaks2 = masking::equal_width_breaks(masking::range(example.x2), example.bins);
  return example;
}

Result<std::vector<Cloud>> clouds(const masking::Context& context) {
  const random::Key own = random::derived_key(context.key, {random::Purpose::example, 1});
  const Table original = simulated_timing({.rows = 500, .columns = 2, .rho = 0.8}, own);
  const Progress progress({}, [&] { return context.progress.cancelled(); });
  std::vector<Cloud> all{cloud_of("original", original)};
  for (const int bins : {1, 3, 10, 100}) {
    const auto masked = masking::sjppds(original, {.bins = bins}, {own, progress});
    if (!masked) return masked.error();
    all.push_back(cloud_of(fmt::format("{} {}", bins, bins == 1 ? "bin" : "bins"), masked->table));
  }
  return all;
}

}  // namespace overhand::study
