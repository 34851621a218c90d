#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

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

Scan::Scan(const Points& points)
    : points_(points),
      groups_((points.count() + group_size - 1) / group_size),
      cells_(groups_ * group_size * points.dimensions(), far_away),
      caps_(points.caps().begin(), points.caps().end()),
      largest_(points.dimensions()) {
  const std::size_t p = points.dimensions();
  for (std::size_t i = 0; i < points.count(); ++i) {
    const auto record = points[i];
    float* group = cells_.data() + i / group_size * group_size * p;
    for (std::size_t j = 0; j < p; ++j) {
      group[j * group_size + i % group_size] = static_cast<float>(record[j]);
      largest_[j] = std::max(largest_[j], inexact_size(record[j], j));
    }
  }
}

// Codes, and the place of a gap among numbers, are whole numbers: exact as floats below 2^24, and
// so are their differences or the caps that these reach.
double Scan::inexact_size(double value, std::size_t column) const {
  constexpr double exact_codes = 0x1p24;
  const double size = std::abs(value);
  if (caps_.empty()) return size;
  const bool is_code = caps_[column] == statistics::most_by_category;
  const bool is_exact = is_code ? size < exact_codes : size == statistics::place_of_gap;
  return is_exact ? 0 : size;
}

// A rounded difference is off by at most three roundings of the larger operand in each column.
Scan::Query Scan::query_for(std::span<const double> record, Row excluded) const {
  double squares = 0;
  for (std::size_t j = 0; j < record.size(); ++j) {
    const double error = 3 * float_rounding * (inexact_size(record[j], j) + largest_[j]);
    squares += error * error;
  }
  const float none = std::numeric_limits<float>::infinity();
  return {{record.begin(), record.end()}, excluded, std::sqrt(squares), none, none, {}};
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
template <bool IsCapped>
float Scan::group_minimum(const float* record, float limit, std::size_t group) const {
  const std::size_t p = points_.dimensions();
  const float* cells = cells_.data() + group * group_size * p;
  std::array<Lanes, vectors> sum{};
  for (std::size_t begin = 0; begin < p; begin += columns_per_check) {
    const std::size_t end = std::min(begin + columns_per_check, p);
    for (std::size_t j = begin; j < end; ++j, cells += group_size) {
      for (std::size_t v = 0; v < vectors; ++v) {
        const Lanes difference = loaded(cells + v * lanes) - record[j];
        const Lanes square = difference * difference;
        if constexpr (IsCapped) {
          sum[v] += smaller(square, Lanes{} + caps_[j]);
        } else {
          sum[v] += square;
        }
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

// The same without the query's own record.
float Scan::minimum_of_others(const Query& query, std::size_t group) const {
  const std::size_t p = points_.dimensions();
  const float* cells = cells_.data() + group * group_size * p;
  float smallest = std::numeric_limits<float>::infinity();
  for (std::size_t place = 0; place < group_size; ++place) {
    if (group * group_size + place == query.excluded) continue;
    float sum = 0;
    for (std::size_t j = 0; j < p; ++j) {
      const float difference = cells[j * group_size + place] - query.record[j];
      const float square = difference * difference;
      sum += caps_.empty() ? square : std::min(square, caps_[j]);
    }
    smallest = std::min(smallest, sum);
  }
  return smallest;
}

void Scan::visit(Query& query, std::size_t group) const {
  const float* record = query.record.data();
  const float minimum = query.excluded / group_size == group ? minimum_of_others(query, group)
                        : caps_.empty() ? group_minimum<false>(record, query.limit, group)
                                        : group_minimum<true>(record, query.limit, group);
  if (minimum > query.limit) [[likely]]
    return;
  query.candidates.push_back({minimum, static_cast<std::uint32_t>(group)});
  if (minimum < query.smallest) {
    query.smallest = minimum;
    query.limit = limit_for(query);
  }
}

// Candidates are in the order of rows: of equally near records the first one stays.
Neighbour Scan::exact_nearest(const Query& query, std::span<const double> record) const {
  Neighbour nearest{std::numeric_limits<double>::infinity(), Queries::none};
  for (const Candidate& candidate : query.candidates) {
    if (candidate.distance > query.limit) continue;
    const std::size_t begin = candidate.group * group_size;
    const std::size_t end = std::min(begin + group_size, points_.count());
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = static_cast<Row>(i);
      if (row == query.excluded) continue;
      nearest = std::min(nearest, {squared_distance(record, points_[i], points_.caps()), row});
      if (nearest.distance == 0) return nearest;  // where all records are equal, many are
    }
  }
  return nearest;
}

// A tile of records stays in the cache while every query of the block is compared with it.
void Scan::nearest(const Queries& queries, std::span<Neighbour> found) const {
  std::vector<Query> open;
  open.reserve(found.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    open.push_back(query_for(queries.record(k), queries.excluded(k)));
  }
  for (std::size_t tile = 0; tile < groups_; tile += tile_groups) {
    const std::size_t end = std::min(tile + tile_groups, groups_);
    for (Query& query : open) {
      for (std::size_t group = tile; group < end; ++group) visit(query, group);
    }
  }
  for (std::size_t k = 0; k < found.size(); ++k) {
    found[k] = exact_nearest(open[k], queries.record(k));
  }
}

}  // namespace overhand::risk
