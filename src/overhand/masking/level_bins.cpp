#include "overhand/masking/level_bins.h"

#include <algorithm>
#include <numeric>

namespace overhand::masking {
namespace {

using Places = std::vector<std::uint32_t>;

constexpr std::size_t elements_at_once = std::size_t{1} << 20;

Places shuffled_places(std::size_t size, random::Stream& stream) {
  Places places(size);
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  random::shuffle_in_cache(std::span(places), stream);
  return places;
}

// Calls `visit` with the buckets of the elements `first` to before `last` of a shuffle, a part
// after the other: the whole of them is never there.
template <class Visit>
void visit_buckets(const random::Key& key, const random::StreamName& name, std::size_t size,
                   std::size_t first, std::size_t last, Visit visit) {
  std::vector<std::uint16_t> buckets;
  for (std::size_t begin = first; begin < last; begin += elements_at_once) {
    buckets.resize(std::min(elements_at_once, last - begin));
    random::draw_buckets(key, name, size, begin, buckets);
    for (const std::uint16_t bucket : buckets) visit(bucket);
  }
}

std::vector<std::size_t> starts_of(const std::vector<std::size_t>& sizes) {
  std::vector<std::size_t> starts(sizes.size() + 1);
  std::partial_sum(sizes.begin(), sizes.end(), starts.begin() + 1);
  return starts;
}

}  // namespace

LevelBins::LevelBins(const std::vector<std::size_t>& sizes, int bins, std::uint32_t column,
                     const random::Key& key)
    : starts_(starts_of(sizes)),
      bins_(bins),
      binner_({0, static_cast<double>(starts_.back() - 1)}, bins),
      column_(column),
      key_(key) {
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    if (is_one_bin(starts_[level], starts_[level + 1])) continue;
    if (random::bucket_count(size_of(level)) > 1) {
      buckets_.emplace(level, buckets_of(level));
    } else {
      random::Stream stream(key_, name_of(level), size_of(level));
      places_.emplace(level, shuffled_places(size_of(level), stream));
    }
  }
}

random::StreamName LevelBins::name_of(std::size_t level) const {
  return {random::Purpose::level_order, column_, static_cast<std::uint32_t>(level + 1)};
}

LevelBins::Buckets LevelBins::buckets_of(std::size_t level) const {
  const std::size_t size = size_of(level);
  Buckets buckets{random::bucket_starts(key_, name_of(level), size), {}};
  for (std::size_t b = 0; b + 1 < buckets.starts.size(); ++b) {
    const std::size_t begin = starts_[level] + buckets.starts[b];
    const std::size_t end = starts_[level] + buckets.starts[b + 1];
    if (is_one_bin(begin, end)) continue;
    random::StreamName name = name_of(level);
    name.bucket = static_cast<std::uint32_t>(b + 1);
    random::Stream stream(key_, name, end - begin);
    buckets.places.emplace(static_cast<std::uint16_t>(b), shuffled_places(end - begin, stream));
  }
  return buckets;
}

std::vector<BinCode> LevelBins::codes_of(std::size_t level, std::size_t first,
                                         std::size_t count) const {
  if (buckets_.contains(level)) {
    std::vector<BinCode> codes;
    codes.reserve(count);
    visit_in_buckets(level, first, count, [&](BinCode code) { codes.push_back(code); });
    return codes;
  }
  const auto drawn = places_.find(level);
  if (drawn == places_.end()) return std::vector<BinCode>(count, code_at(starts_[level]));
  std::vector<BinCode> codes(count);
  for (std::size_t i = 0; i < count; ++i) {
    codes[i] = code_at(starts_[level] + drawn->second[first + i]);
  }
  return codes;
}

template <class Visit>
void LevelBins::visit_in_buckets(std::size_t level, std::size_t first, std::size_t count,
                                 Visit visit) const {
  const Buckets& buckets = buckets_.at(level);
  const std::size_t size = size_of(level);
  std::vector<std::size_t> next(buckets.starts.size() - 1);  // how many of each bucket came before
  visit_buckets(key_, name_of(level), size, 0, first,
                [&](std::uint16_t bucket) { ++next[bucket]; });
  std::vector<BinCode> code_of_bucket(next.size());
  for (std::size_t b = 0; b < next.size(); ++b) {
    code_of_bucket[b] = code_at(starts_[level] + std::min(buckets.starts[b], size - 1));
  }
  visit_buckets(key_, name_of(level), size, first, first + count, [&](std::uint16_t bucket) {
    const std::size_t member = next[bucket]++;
    const auto drawn = buckets.places.find(bucket);
    visit(drawn == buckets.places.end()
              ? code_of_bucket[bucket]
              : code_at(starts_[level] + buckets.starts[bucket] + drawn->second[member]));
  });
}

std::vector<std::size_t> LevelBins::counts_before(std::size_t level, std::size_t count) const {
  std::vector<std::size_t> counts(code_count(bins_));
  if (count == 0) return counts;
  if (buckets_.contains(level)) {
    visit_in_buckets(level, 0, count, [&](BinCode code) { ++counts[code]; });
  } else if (!places_.contains(level)) {
    counts[code_at(starts_[level])] = count;
  } else {
    for (const BinCode code : codes_of(level, 0, count)) ++counts[code];
  }
  return counts;
}

std::vector<std::size_t> LevelBins::counts() const {
  std::vector<std::size_t> counts(code_count(bins_));
  for (std::size_t begin = 0; begin < starts_.back();) {
    // The first rank of the next bin: codes grow with ranks.
    std::size_t low = begin + 1;
    std::size_t high = starts_.back();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (code_at(middle) == code_at(begin))
        low = middle + 1;
      else
        high = middle;
    }
    counts[code_at(begin)] += low - begin;
    begin = low;
  }
  return counts;
}

}  // namespace overhand::masking
