#include "overhand/statistics/profile.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::statistics {
namespace {

bool is_constant(const Reals& values) {
  return std::ranges::adjacent_find(values, std::not_equal_to()) == values.end();
}

// (x - mean) / sd, or 0 in a column without spread.
Reals standardised_cells(const Profile& profile) {
  const std::size_t p = profile.column_count();
  Reals cells(profile.numbers.cells.size());
  const auto blocks = blocks_of(profile.row_count());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const auto record = profile.numbers.record(i);
      for (std::size_t j = 0; j < p; ++j) {
        const double deviation = record[j] - profile.mean[j];
        cells[i * p + j] = profile.sd[j] == 0 ? 0 : deviation / profile.sd[j];
      }
    }
  });
  return cells;
}

void set_moments(Profile& profile, std::size_t j) {
  const Reals& values = profile.numbers.columns[j];
  const MeanAndSd moments = mean_and_sd(values);
  // The rounded mean of equal values may differ from them: no spread all the same.
  const bool constant = is_constant(values);
  profile.mean[j] = constant ? values.front() : moments.mean;
  profile.sd[j] = constant ? 0 : moments.sd;
}

void set_order(Profile& profile, std::size_t j) {
  const Reals& values = profile.numbers.columns[j];
  profile.order[j] = stable_order(values);
  profile.sorted[j] = gathered(values, profile.order[j]);
  profile.ranks[j] = doubled_average_ranks(profile.sorted[j], profile.order[j]);
}

}  // namespace

MeanAndSd mean_and_sd(std::span<const double> values) {
  long double sum = 0;
  for (const double value : values) sum += value;
  const auto count = static_cast<long double>(values.size());
  const auto mean = static_cast<double>(sum / count);
  long double squares = 0;
  for (const double value : values) {
    const double deviation = value - mean;
    squares += deviation * deviation;
  }
  const double degrees = std::max(1.0, static_cast<double>(values.size()) - 1);
  return {mean, std::sqrt(static_cast<double>(squares) / degrees)};
}

Profile distance_profile(Numbers numbers) {
  const std::size_t p = numbers.column_count();
  Profile profile;
  profile.numbers = std::move(numbers);
  profile.mean.resize(p);
  profile.sd.resize(p);
  parallel_for_each_index(p, [&](std::size_t j) { set_moments(profile, j); });
  profile.standardised = standardised_cells(profile);
  return profile;
}

Profile profile_of(Numbers numbers) {
  Profile profile = distance_profile(std::move(numbers));
  const std::size_t p = profile.column_count();
  profile.order.resize(p);
  profile.sorted.resize(p);
  profile.ranks.resize(p);
  parallel_for_each_index(p, [&](std::size_t j) { set_order(profile, j); });
  profile.rank_cells = interleaved(profile.ranks);
  return profile;
}

Order sorted_partners(const Profile& original, const Profile& masked, std::size_t column) {
  const Order& from = original.order[column];
  const Order& to = masked.order[column];
  Order partners(to.size());
  for (std::size_t k = 0; k < to.size(); ++k) partners[to[k]] = from[k];
  return partners;
}

}  // namespace overhand::statistics
