#include "overhand/risk/partner_fit.h"

#include <cmath>

#include "overhand/random/sample.h"
#include "overhand/risk/distance_profiles_internal.h"
#include "overhand/risk/neighbours.h"

namespace overhand::risk {
namespace {

constexpr std::size_t most_records = 2'000;
constexpr std::size_t fewest_records = 10;
constexpr std::size_t others = 20;
constexpr double deviations = 3;

}  // namespace

bool partners_fit(const statistics::Profile& original, const statistics::Profile& masked,
                  std::span<const Row> partners) {
  const std::size_t count = masked.row_count();
  if (count < fewest_records) return true;
  const auto rows = random::sample(random::key_from_seed(1), {random::Purpose::linkage_sample},
                                   count, most_records);
  random::Stream stream(random::key_from_seed(2), {random::Purpose::linkage_sample});
  const auto distance = [&](Row row, std::size_t partner_of) {
    return squared_distance(masked.standardised_record(row),
                            original.standardised_record(partners[partner_of]), original.caps);
  };
  double places = 0;  // 0 first, 1 last, a tie in the middle
  for (const Row row : rows) {
    const double own = distance(row, row);
    for (std::size_t k = 0; k < others; ++k) {
      const double other = distance(row, stream.next_double_word() % count);
      places += other < own ? 1 : other == own ? 0.5 : 0;
    }
  }
  const auto records = static_cast<double>(rows.size());
  const double mean = places / (records * others);
  // A place that is any has the variance 1/12 (1 + 2/others).
  const double sd = std::sqrt((1 + 2.0 / others) / (12 * records));
  return mean < 0.5 - deviations * sd;
}

bool sources_fit(const Table& original, const Table& masked, std::span<const Row> sources) {
  const auto profiles = distance_profiles(original, masked);
  return !profiles || partners_fit(profiles->original, profiles->masked, sources);
}

}  // namespace overhand::risk
