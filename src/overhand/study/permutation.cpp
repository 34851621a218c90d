#include "overhand/study/permutation.h"

#include <fmt/format.h>

#include "overhand/masking/categorize.h"
#include "overhand/masking/jppds.h"
#include "overhand/random/shuffle.h"
#include "overhand/simulation/paper.h"
#include "overhand/statistics/association.h"
#include "overhand/statistics/range.h"

namespace overhand::study {
namespace {

Cloud cloud_of(std::string label, Reals x1, Reals x2) {
  const double r = statistics::correlations(statistics::covariances({x1, x2}))(0, 1);
  return {std::move(label), std::move(x1), std::move(x2), r};
}

// x1 shuffled within the bins of x2.
Reals permuted_within(const Reals& x1, const Reals& x2, int bins, random::Stream& stream) {
  return masking::restricted_permutation(
      x1, masking::categorize(x2, bins),
      [&](std::span<Row> rows) { random::shuffle_in_cache(rows, stream); });
}

}  // namespace

RestrictedPermutation restricted_permutation_example(const random::Key& key) {
  RestrictedPermutation example;
  example.x1 = {8.87, 9.57, 9.61, 9.36, 9.75, 10.51, 10.01, 9.67, 10.29, 11.42, 12.11, 11.64};
  example.x2 = {9.66, 10.09, 10.52, 10.54, 10.8, 11.19, 11.24, 11.47, 11.61, 11.96, 12.23, 12.39};
  example.bins1 = masking::categorize(example.x1, example.bins);
  example.bins2 = masking::categorize(example.x2, example.bins);
  random::Stream stream(key, {random::Purpose::example});
  example.permuted = permuted_within(example.x1, example.x2, example.bins, stream);
  example.breaks1 = masking::equal_width_breaks(statistics::range(example.x1), example.bins);
  example.breaks2 = masking::equal_width_breaks(statistics::range(example.x2), example.bins);
  return example;
}

std::vector<Cloud> clouds(const random::Key& key) {
  const random::Key own = random::derived_key(key, {random::Purpose::example, 1});
  const Table centred = simulation::timing({.rows = 10000, .columns = 2, .rho = 0.9}, own);
  Reals x1 = reals(centred.columns()[0]);
  Reals x2 = reals(centred.columns()[1]);
  for (double& value : x1) value += 10;
  for (double& value : x2) value += 11;
  std::vector<Cloud> all{cloud_of("original", x1, x2)};
  random::Stream stream(own, {random::Purpose::example});
  for (const int bins : {3, 10, 30, 100, 300}) {
    all.push_back(
        cloud_of(fmt::format("{} bins", bins), permuted_within(x1, x2, bins, stream), x2));
  }
  return all;
}

}  // namespace overhand::study
