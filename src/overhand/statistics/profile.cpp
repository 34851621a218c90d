#include "overhand/statistics/profile.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::statistics {
namespace {

bool is_constant(const Reals& values) {
  return std::ranges::adjacent_find(values, std::not_equal_to()) == values.end();
}

double standardised_value(const Profile& profile, std::size_t j, double value) {
  const double deviation = value - profile.mean[j];
  if (is_missing(deviation)) return place_of_gap;
  return profile.sd[j] == 0 ? 0 : deviation / profile.sd[j];
}

// (x - mean) / sd, or 0 in a column without spread; then the codes.
Reals standardised_cells(const Profile& profile) {
  const std::size_t p = profile.dimension_count();
  const std::size_t amounts = profile.numbers.amounts;
  Reals cells(profile.row_count() * p);
  const auto blocks = blocks_of(profile.row_count());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const auto record = profile.numbers.record(i);
      for (std::size_t j = 0; j < amounts; ++j) {
        cells[i * p + j] = standardised_value(profile, j, record[j]);
      }
      for (std::size_t j = amounts; j < p; ++j) {
        cells[i * p + j] = profile.categories[j - amounts].codes[i];
      }
    }
  });
  return cells;
}

Reals caps_of(const Profile& profile) {
  Reals caps(profile.dimension_count(), most_by_category);
  std::fill_n(caps.begin(), profile.numbers.amounts, most_by_number);
  return caps;
}

Reals without_gaps(const Reals& values) {
  Reals present;
  std::ranges::copy_if(values, std::back_inserter(present),
                       [](double value) { return !is_missing(value); });
  return present;
}

MeanAndSd moments_of(const Reals& values) {
  if (values.empty()) return {0, 0};
  // The rounded mean of equal values may differ from them: no spread all the same.
  return is_constant(values) ? MeanAndSd{values.front(), 0} : mean_and_sd(values);
}

void set_moments(Profile& profile, std::size_t j) {
  const Reals& values = profile.numbers.columns[j];
  const MeanAndSd moments =
      profile.numbers.gaps[j] == 0 ? moments_of(values) : moments_of(without_gaps(values));
  profile.mean[j] = moments.mean;
  profile.sd[j] = moments.sd;
}

void set_order(Profile& profile, std::size_t j) {
  const Reals& values = profile.numbers.columns[j];
  profile.order[j] = stable_order(values);
  const auto present = std::span(profile.order[j]).first(profile.numbers.present(j));
  profile.sorted[j] = gathered(values, present);
  profile.ranks[j] = doubled_average_ranks(profile.sorted[j], profile.order[j]);
}

// By code, gaps last, each level in row order.
Order order_of(const Category& category) {
  const auto place = [&](Code code) {
    return code == Category::gap ? category.levels.size() : static_cast<std::size_t>(code) - 1;
  };
  std::vector<std::size_t> next(category.code_count() + 1);
  for (const Code code : category.codes) ++next[place(code) + 1];
  for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
  Order order(category.codes.size());
  for (Row row = 0; row < order.size(); ++row) order[next[place(category.codes[row])]++] = row;
  return order;
}

const Order& order_by(const Profile& profile, std::size_t dimension) {
  const std::size_t amounts = profile.numbers.amounts;
  return dimension < amounts ? profile.order[dimension] : profile.level_order[dimension - amounts];
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

Profile distance_profile(Measured measured) {
  const std::size_t p = measured.numbers.column_count();
  Profile profile{std::move(measured)};
  profile.mean.resize(p);
  profile.sd.resize(p);
  parallel_for_each_index(p, [&](std::size_t j) { set_moments(profile, j); });
  profile.standardised = standardised_cells(profile);
  if (profile.is_mixed) profile.caps = caps_of(profile);
  return profile;
}

Profile profile_of(Measured measured) {
  Profile profile = distance_profile(std::move(measured));
  const std::size_t p = profile.column_count();
  profile.order.resize(p);
  profile.sorted.resize(p);
  profile.ranks.resize(p);
  parallel_for_each_index(p, [&](std::size_t j) { set_order(profile, j); });
  profile.rank_cells = interleaved(profile.ranks);
  profile.level_order.resize(profile.categories.size());
  parallel_for_each_index(profile.categories.size(), [&](std::size_t k) {
    profile.level_order[k] = order_of(profile.categories[k]);
  });
  return profile;
}

Order sorted_partners(const Profile& original, const Profile& masked, std::size_t dimension) {
  const Order& from = order_by(original, dimension);
  const Order& to = order_by(masked, dimension);
  Order partners(to.size());
  for (std::size_t k = 0; k < to.size(); ++k) partners[to[k]] = from[k];
  return partners;
}

}  // namespace overhand::statistics
