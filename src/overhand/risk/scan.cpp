#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "overhand/risk/nearest.h"
#include "overhand/risk/scan_internal.h"

namespace overhand::risk {
namespace {

constexpr double float_rounding = 0x1.0p-24;
constexpr float far_away = 1e18F;  // its square is a float still

// Eight floats that are computed with together; compilers make do where the processor has less.
constexpr std::size_t lanes = 8;
constexpr std::size_t vectors = 4;  // in a group
using Lanes [[gnu::vector_size(lanes * sizeof(float))]] = float;

inline Lanes loaded(const float* values) {
  Lanes result;
  std::memcpy(&result, values, sizeof result);
  return result;
}
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
inline bool any_within(Lanes values, float limit) {
  const auto is_within = values <= limit;
  std::array<std::uint64_t, 4> bits;
  static_assert(sizeof bits == sizeof is_within);
  std::memcpy(bits.data(), &is_within, sizeof bits);
  return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
}

}  // namespace

Scan::Scan(const statistics::Profile& original)
    : original_(original),
      groups_((original.row_count() + group_size - 1) / group_size),
      cells_(groups_ * group_size * original.column_count(), far_away),
      largest_(original.column_count()) {
  const std::size_t p = original.column_count();
  for (std::size_t i = 0; i < original.row_count(); ++i) {
    const auto record = original.standardised_record(i);
    float* group = cells_.data() + i / group_size * group_size * p;
    for (std::size_t j = 0; j < p; ++j) {
      group[j * group_size + i % group_size] = static_cast<float>(record[j]);
      largest_[j] = std::max(largest_[j], std::abs(record[j]));
    }
  }
}

// A rounded difference is off by at most three roundings of the larger operand in each column.
Scan::Query Scan::query_for(std::span<const double> record) const {
  double squares = 0;
  for (std::size_t j = 0; j < record.size(); ++j) {
    const double error = 3 * float_rounding * (std::abs(record[j]) + largest_[j]);
    squares += error * error;
  }
  const float none = std::numeric_limits<float>::infinity();
  return {{record.begin(), record.end()}, std::sqrt(squares), none, none, {}};
}

// With d the true and f the rounded squared distance, |sqrt(f) - sqrt(d)| <= error up to the
// relative rounding of the sum; the nearest is nearer than the one that gave `smallest`.
float Scan::limit_for(const Query& query) const {
  const double relative = static_cast<double>(query.record.size() + 4) * float_rounding;
  const double length = std::sqrt(query.smallest / (1 - relative)) + 2 * query.error;
  return std::nextafter(static_cast<float>(length * length * (1 + relative)),
                        std::numeric_limits<float>::infinity());
}

// The smallest rounded distance in a group, or infinity as soon as all are beyond `limit`.
float Scan::group_minimum(const float* record, float limit, std::size_t group) const {
  const std::size_t p = original_.column_count();
  const float* cells = cells_.data() + group * group_size * p;
  std::array<Lanes, vectors> sum{};
  for (std::size_t begin = 0; begin < p; begin += columns_per_check) {
    const std::size_t end = std::min(begin + columns_per_check, p);
    for (std::size_t j = begin; j < end; ++j, cells += group_size) {
      for (std::size_t v = 0; v < vectors; ++v) {
        const Lanes difference = loaded(cells + v * lanes) - record[j];
        sum[v] += difference * difference;
      }
    }
    const Lanes low = smaller(smaller(sum[0], sum[1]), smaller(sum[2], sum[3]));
    if (!any_within(low, limit)) return std::numeric_limits<float>::infinity();
  }
  const Lanes low = smaller(smaller(sum[0], sum[1]), smaller(sum[2], sum[3]));
  float smallest = low[0];
  for (std::size_t lane = 1; lane < lanes; ++lane) smallest = std::min(smallest, low[lane]);
  return smallest;
}

void Scan::visit(Query& query, std::size_t group) const {
  const float minimum = group_minimum(query.record.data(), query.limit, group);
  if (minimum > query.limit) [[likely]]
    return;
  query.candidates.push_back({minimum, static_cast<std::uint32_t>(group)});
  if (minimum < query.smallest) {
    query.smallest = minimum;
    query.limit = limit_for(query);
  }
}

double Scan::exact_minimum(const Query& query, std::span<const double> record) const {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : query.candidates) {
    if (candidate.distance > query.limit) continue;
    const std::size_t begin = candidate.group * group_size;
    const std::size_t end = std::min(begin + group_size, original_.row_count());
    for (std::size_t i = begin; i < end; ++i) {
      smallest = std::min(smallest, squared_distance(record, original_.standardised_record(i)));
    }
  }
  return smallest;
}

// A tile of originals stays in the cache while every record of the block is compared with it.
void Scan::nearest(const statistics::Profile& masked, std::span<const Row> rows,
                   std::span<double> distances) const {
  std::vector<Query> queries;
  queries.reserve(rows.size());
  for (const Row row : rows) queries.push_back(query_for(masked.standardised_record(row)));
  for (std::size_t tile = 0; tile < groups_; tile += tile_groups) {
    const std::size_t end = std::min(tile + tile_groups, groups_);
    for (Query& query : queries) {
      for (std::size_t group = tile; group < end; ++group) visit(query, group);
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    distances[k] = exact_minimum(queries[k], masked.standardised_record(rows[k]));
  }
}

}  // namespace overhand::risk
