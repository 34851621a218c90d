#include "overhand/parts/ranges.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "overhand/parts/bytes_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::parts {
namespace {

// The elements of bytes that lie anywhere.
template <class Value>
class Array {
 public:
  explicit Array(std::string_view bytes) : bytes_(bytes) {}
  std::size_t size() const { return bytes_.size() / sizeof(Value); }
  Value operator[](std::size_t i) const {
    Value value;
    std::memcpy(&value, bytes_.data() + i * sizeof(Value), sizeof(Value));
    return value;
  }
  void copy_to(Value* to) const {
    if (!bytes_.empty()) std::memcpy(to, bytes_.data(), bytes_.size());
  }

 private:
  std::string_view bytes_;
};

template <class Value>
void append(const Array<Value>& some, std::vector<Value>& all) {
  const std::size_t size = all.size();
  all.resize(size + some.size());
  some.copy_to(all.data() + size);
}

// Number, scores, places, row tasks.
struct ScorePacket {
  Array<double> scores;
  Array<std::uint32_t> places;
  Array<std::uint16_t> row_tasks;
};

// Number, values, and where some are equal how often each is there.
template <class Value>
struct ValuePacket {
  Array<Value> values;
  Array<std::uint64_t> counts;
};

Result<std::vector<ScorePacket>> score_packets(std::span<const std::string_view> texts) {
  std::vector<ScorePacket> packets;
  for (const std::string_view text : texts) {
    ByteReader reader(text);
    const auto count = reader.next<std::uint64_t>();
    const Array<double> scores(reader.plain(count, sizeof(double)));
    const Array<std::uint32_t> places(reader.plain(count, sizeof(std::uint32_t)));
    const Array<std::uint16_t> row_tasks(reader.plain(count, sizeof(std::uint16_t)));
    if (!reader.is_whole() || !reader.at_end()) return damaged();
    packets.push_back({scores, places, row_tasks});
  }
  return packets;
}

template <class Value>
Result<std::vector<ValuePacket<Value>>> value_packets(std::span<const std::string_view> texts) {
  std::vector<ValuePacket<Value>> packets;
  for (const std::string_view text : texts) {
    ByteReader reader(text);
    const auto count = reader.next<std::uint64_t>();
    const Array<Value> values(reader.plain(count, sizeof(Value)));
    const bool has_counts = !reader.at_end();
    const Array<std::uint64_t> counts(reader.plain(has_counts ? count : 0, sizeof(std::uint64_t)));
    if (!reader.is_whole() || !reader.at_end()) return damaged();
    packets.push_back({values, counts});
  }
  return packets;
}

// Scores that equal cuts go to the ranges before, between and behind these: the first places of all
// to the first of them.
std::uint32_t range_of(double score, const Reals& cuts, std::size_t place, std::size_t records) {
  const auto first = std::ranges::lower_bound(cuts, score);
  const auto before = static_cast<std::uint32_t>(first - cuts.begin());
  if (first == cuts.end() || *first != score) return before;
  const auto equal = std::ranges::upper_bound(first, cuts.end(), score) - first;
  return before + static_cast<std::uint32_t>(place * static_cast<std::size_t>(equal + 1) / records);
}

constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> ranges_of(std::span<const double> scores, const Reals& cuts,
                                     const Places& places) {
  std::vector<std::uint32_t> ranges(scores.size(), nowhere);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) continue;
    ranges[i] = range_of(scores[i], cuts, places.first + i, places.records);
  }
  return ranges;
}

// A text of known size, written at any place.
template <class Value>
void put(std::string& text, std::size_t at, Value value) {
  std::memcpy(text.data() + at, &value, sizeof(Value));
}

// A score packet of so many.
class ScoreText {
 public:
  explicit ScoreText(std::size_t count)
      : place_at_(sizeof(std::uint64_t) + count * sizeof(double)),
        task_at_(place_at_ + count * sizeof(std::uint32_t)) {
    if (count == 0) return;
    text_.resize(task_at_ + count * sizeof(std::uint16_t));
    put<std::uint64_t>(text_, 0, count);
  }
  void add(double score, std::uint32_t place, std::uint16_t row_task) {
    put(text_, std::exchange(score_at_, score_at_ + sizeof score), score);
    put(text_, std::exchange(place_at_, place_at_ + sizeof place), place);
    put(text_, std::exchange(task_at_, task_at_ + sizeof row_task), row_task);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t score_at_ = sizeof(std::uint64_t);
  std::size_t place_at_;
  std::size_t task_at_;
};

// Some values of one size, and how often each of them is there.
template <class Value>
struct Counted {
  Value value;
  std::uint64_t count;
};

// -0 stands before 0, and is another value.
template <class Value>
bool is_before(Value a, Value b) {
  return std::strong_order(a, b) < 0;
}

template <class Value>
std::string packet_of(std::span<const Value> sorted) {
  std::vector<Value> values;
  std::vector<std::uint64_t> counts;
  values.reserve(sorted.size());
  counts.reserve(sorted.size());
  for (const Value value : sorted) {
    if (values.empty() || is_before(values.back(), value)) {
      values.push_back(value);
      counts.push_back(0);
    }
    ++counts.back();
  }
  ByteWriter bytes;
  if (!values.empty()) bytes.add_all(values);
  if (values.size() < sorted.size()) bytes.add_plain(std::span<const std::uint64_t>(counts));
  return bytes.take();
}

template <class Value>
Cut values_between(std::span<const Value> values, std::span<const Value> cuts) {
  std::vector<Value> sorted(values.begin(), values.end());
  statistics::sort_ascending(std::span<Value>(sorted));
  Cut cut;
  std::size_t begin = 0;
  for (std::size_t piece = 0; piece <= cuts.size(); ++piece) {
    std::size_t end = sorted.size();
    if (piece < cuts.size()) {
      end =
          static_cast<std::size_t>(std::ranges::lower_bound(sorted, cuts[piece]) - sorted.begin());
    }
    cut.texts.push_back(packet_of(std::span<const Value>(sorted).subspan(begin, end - begin)));
    cut.counts.push_back(end - begin);
    begin = end;
  }
  return cut;
}

template <class Value>
std::vector<Counted<Value>> counted_values(const std::vector<ValuePacket<Value>>& packets) {
  std::vector<Counted<Value>> all;
  for (const auto& [values, counts] : packets) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      all.push_back({values[i], counts.size() > 0 ? counts[i] : 1});
    }
  }
  std::ranges::sort(all, [](const auto& a, const auto& b) { return is_before(a.value, b.value); });
  return all;
}

// Those at the ranks from `begin` to `end`, the first value having rank 0.
template <class Value>
std::vector<Value> values_between_ranks(const std::vector<Counted<Value>>& all, std::size_t begin,
                                        std::size_t end) {
  std::vector<Value> values;
  values.reserve(end - begin);
  std::size_t rank = 0;
  for (const auto& [value, count] : all) {
    const std::size_t from = std::max(rank, begin);
    rank += count;
    const std::size_t to = std::min(rank, end);
    if (from < to) values.insert(values.end(), to - from, value);
  }
  return values;
}

// The values at the ranks of the range, ascending.
template <class Value>
Result<std::vector<Value>> values_at(const RankRange& range,
                                     std::span<const std::string_view> texts) {
  const auto packets = value_packets<Value>(texts);
  if (!packets) return packets.error();
  if (range.begin < range.values_begin || range.end > range.values_end) return damaged();
  const std::size_t begin = range.begin - range.values_begin;
  const std::size_t end = range.end - range.values_begin;
  const std::size_t expected = range.values_end - range.values_begin;
  const auto has_counts = [](const auto& packet) { return packet.counts.size() > 0; };
  if (std::ranges::any_of(*packets, has_counts)) {
    const auto all = counted_values(*packets);
    const auto add = [](std::size_t sum, const auto& some) { return sum + some.count; };
    if (std::accumulate(all.begin(), all.end(), std::size_t{0}, add) != expected) return changed();
    auto values = values_between_ranks(all, begin, end);
    if (values.size() != end - begin) return damaged();  // counts beyond all bounds
    return values;
  }
  std::vector<Value> values;
  for (const auto& packet : *packets) append(packet.values, values);
  if (values.size() != expected) return changed();
  statistics::sort_ascending(std::span<Value>(values));
  values.resize(end);
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(begin));
  return values;
}

// In ascending order, equal ones as they come.
statistics::Order order_of(const std::vector<ScorePacket>& packets) {
  Reals scores;
  for (const ScorePacket& packet : packets) append(packet.scores, scores);
  return statistics::stable_order(scores);
}

Result<std::vector<std::size_t>> counts_of_tasks(const std::vector<ScorePacket>& packets,
                                                 std::size_t row_tasks) {
  std::vector<std::size_t> counts(row_tasks);
  for (const ScorePacket& packet : packets) {
    for (std::size_t i = 0; i < packet.row_tasks.size(); ++i) {
      const std::size_t task = packet.row_tasks[i];
      if (task >= row_tasks) return damaged();
      ++counts[task];
    }
  }
  return counts;
}

// For each row task: number, places, values.
template <class Value>
Result<std::vector<std::string>> handed_out(const std::vector<ScorePacket>& packets,
                                            std::span<const Value> values, std::size_t row_tasks) {
  const auto counts = counts_of_tasks(packets, row_tasks);
  if (!counts) return counts.error();
  std::vector<std::string> texts(row_tasks);
  std::vector<std::size_t> place_at(row_tasks, sizeof(std::uint64_t));
  std::vector<std::size_t> value_at(row_tasks);
  for (std::size_t task = 0; task < row_tasks; ++task) {
    const std::size_t count = (*counts)[task];
    if (count == 0) continue;
    value_at[task] = sizeof(std::uint64_t) + count * sizeof(std::uint32_t);
    texts[task].resize(value_at[task] + count * sizeof(Value));
    put<std::uint64_t>(texts[task], 0, count);
  }
  std::size_t next = 0;
  for (const ScorePacket& packet : packets) {
    for (std::size_t i = 0; i < packet.places.size(); ++i) {
      const std::size_t task = packet.row_tasks[i];
      put(texts[task], std::exchange(place_at[task], place_at[task] + sizeof(std::uint32_t)),
          packet.places[i]);
      put(texts[task], std::exchange(value_at[task], value_at[task] + sizeof(Value)),
          values[next++]);
    }
  }
  return texts;
}

template <class Value>
Result<std::vector<std::string>> ranked_as(const RankRange& range, std::size_t row_tasks,
                                           std::span<const std::string_view> scores,
                                           std::span<const std::string_view> texts) {
  const auto packets = score_packets(scores);
  if (!packets) return packets.error();
  const statistics::Order order = order_of(*packets);
  if (order.size() != range.end - range.begin) return changed();
  const auto sorted = values_at<Value>(range, texts);
  if (!sorted) return sorted.error();
  std::vector<Value> values(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) values[order[rank]] = (*sorted)[rank];
  return handed_out<Value>(*packets, values, row_tasks);
}

// Places and values ascend together: both are walked through once.
template <class Value>
Status fill(std::span<const std::uint32_t> places, std::string_view text,
            std::vector<Value>& column) {
  ByteReader reader(text);
  const auto count = reader.next<std::uint64_t>();
  const Array<std::uint32_t> own(reader.plain(count, sizeof(std::uint32_t)));
  const Array<Value> values(reader.plain(count, sizeof(Value)));
  if (!reader.is_whole() || !reader.at_end()) return damaged();
  std::size_t at = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    while (at < places.size() && places[at] < own[i]) ++at;
    if (at == places.size() || places[at] != own[i]) return damaged();
    column[at++] = values[i];
  }
  return Done{};
}

template <class Value>
Result<Values> filled_as(std::span<const std::uint32_t> places, Value missing,
                         std::span<const std::string_view> ranked) {
  std::vector<Value> column(places.size(), missing);
  for (const std::string_view text : ranked) {
    if (auto done = fill(places, text, column); !done) return done.error();
  }
  return Values(Cells<Value>(std::move(column)));
}

}  // namespace

Cut cut_scores(std::span<const double> scores, const Reals& cuts, const Places& places) {
  const std::vector<std::uint32_t> ranges = ranges_of(scores, cuts, places);
  Cut cut{std::vector<std::string>(cuts.size() + 1), std::vector<std::uint64_t>(cuts.size() + 1)};
  for (const std::uint32_t range : ranges) {
    if (range != nowhere) ++cut.counts[range];
  }
  std::vector<ScoreText> texts(cut.counts.begin(), cut.counts.end());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (ranges[i] == nowhere) continue;
    texts[ranges[i]].add(scores[i], static_cast<std::uint32_t>(places.first + i),
                         places.row_tasks[i]);
  }
  std::ranges::transform(texts, cut.texts.begin(), &ScoreText::take);
  return cut;
}

Cut cut_values(std::span<const double> values, std::span<const double> cuts) {
  return values_between(values, cuts);
}

Cut cut_values(std::span<const std::int64_t> values, std::span<const std::int64_t> cuts) {
  return values_between(values, cuts);
}

Result<std::vector<std::string>> ranked(const RankRange& range, std::size_t row_tasks,
                                        std::span<const std::string_view> scores,
                                        std::span<const std::string_view> values) {
  return range.has_reals ? ranked_as<double>(range, row_tasks, scores, values)
                         : ranked_as<std::int64_t>(range, row_tasks, scores, values);
}

Result<Values> filled(std::span<const std::uint32_t> places, bool has_reals,
                      std::span<const std::string_view> ranked) {
  return has_reals ? filled_as(places, missing_real, ranked)
                   : filled_as(places, missing_integer, ranked);
}

}  // namespace overhand::parts
