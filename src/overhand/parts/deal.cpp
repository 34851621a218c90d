#include "overhand/parts/deal.h"

#include <algorithm>
#include <numeric>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/code_bytes_internal.h"
#include "overhand/parts/number_codes_internal.h"
#include "overhand/parts/pool_bytes_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::parts {
namespace {

using Tasks = std::vector<std::uint32_t>;

// The tasks of the records by the buckets of the row order.
Tasks row_tasks_of(const Plan& plan, std::span<const std::uint16_t> buckets) {
  Tasks of_bucket(random::bucket_count(plan.outline.rows));
  for (std::size_t b = 0; b < of_bucket.size(); ++b) {
    of_bucket[b] = static_cast<std::uint32_t>(plan.row_task_of(b));
  }
  Tasks tasks(buckets.size());
  std::ranges::transform(buckets, tasks.begin(), [&](std::uint16_t b) { return of_bucket[b]; });
  return tasks;
}

void order_by_task(std::span<const std::uint32_t> tasks, std::size_t count, Dealt& dealt) {
  dealt.starts.assign(count + 1, 0);
  for (const std::uint32_t task : tasks) ++dealt.starts[task + std::size_t{1}];
  std::partial_sum(dealt.starts.begin(), dealt.starts.end(), dealt.starts.begin());
  auto next = dealt.starts;
  dealt.order.resize(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    dealt.order[next[tasks[i]]++] = static_cast<Row>(i);
  }
}

// How many of a pool's values in this stretch each row task will take one for.
std::string counts_by_task(std::span<const std::uint32_t> tasks, std::vector<std::uint32_t>& held) {
  for (const std::uint32_t task : tasks) ++held[task];
  const std::string bytes = task_count_bytes(held);
  for (const std::uint32_t task : tasks) held[task] = 0;
  return bytes;
}

}  // namespace

Dealer::Dealer(Plan plan, PartPlan part, const random::Key& key, const random::Key& digest_key)
    : plan_(std::move(plan)),
      part_(std::move(part)),
      key_(key),
      digest_key_(digest_key),
      next_row_(part_.start.row),
      level_numbers_(plan_.outline.columns.size()),
      digests_(plan_.outline.columns.size()) {
  const auto split = plan_.split_pools();
  is_of_plan_ = is_of_plan(split.size());
  if (!is_of_plan_) return;  // and deal() says so
  for (std::size_t s = 0; s < split.size(); ++s) next_in_split_[split[s]] = part_.before[s];
  for (std::size_t j = 0; j < plan_.outline.columns.size(); ++j) {
    const OutlinedColumn& column = plan_.outline.columns[j];
    binners_.emplace_back(column.has_levels ? statistics::Range{0, 1} : column.range,
                          plan_.outline.bins);
    if (!column.has_levels) continue;
    level_bins_.emplace(j, masking::LevelBins(column.level_sizes, plan_.outline.bins,
                                              static_cast<std::uint32_t>(j), key_));
    for (const std::string& level : column.levels) {
      level_numbers_[j].emplace(level, static_cast<std::uint32_t>(level_numbers_[j].size()));
    }
    count_levels_before(j);
  }
  first_task_.resize(plan_.pool_sizes.size());
  for (std::size_t pool = 0; pool < first_task_.size(); ++pool) {
    first_task_[pool] = plan_.task_of(pool);
  }
}

// Whether what is said of the part is of as many columns, levels and split pools.
bool Dealer::is_of_plan(std::size_t split_pools) const {
  const auto& columns = plan_.outline.columns;
  const auto have_levels = [](const auto& levels, const OutlinedColumn& column) {
    return std::ranges::equal(levels, column.level_sizes, std::ranges::less_equal());
  };
  return part_.start.row <= plan_.outline.rows && part_.before.size() == split_pools &&
         std::ranges::equal(part_.start.levels, columns, have_levels);
}

// Which of the values of split pools stand in the parts before, of a column of levels.
void Dealer::count_levels_before(std::size_t j) {
  const std::size_t first_pool = j * plan_.codes();
  const auto begin = next_in_split_.lower_bound(first_pool);
  const auto end = next_in_split_.lower_bound(first_pool + plan_.codes());
  if (begin == end) return;
  const auto& starts = part_.start.levels[j];
  for (std::size_t level = 0; level < starts.size(); ++level) {
    const auto counts = level_bins_.at(j).counts_before(level, starts[level]);
    for (std::size_t code = 0; code < counts.size(); ++code) {
      const auto& merged = plan_.merged[j];
      const auto found = next_in_split_.find(first_pool + (merged.empty() ? code : merged[code]));
      if (found != next_in_split_.end()) found->second += counts[code];
    }
  }
}

Result<std::vector<std::uint32_t>> Dealer::levels_of(std::size_t j, const Column& column) const {
  const auto& numbers = level_numbers_[j];
  const auto gap = static_cast<std::uint32_t>(numbers.size());
  const auto number_of = [&](std::string_view level) {
    const auto found = numbers.find(std::string(level));
    return found == numbers.end() ? gap + 1 : found->second;
  };
  std::vector<std::uint32_t> levels(column.size());
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const Dictionary& dictionary = texts->dictionary();
    std::vector<std::uint32_t> of_code(dictionary.size());
    for (std::size_t code = 0; code < of_code.size(); ++code) {
      of_code[code] = number_of(dictionary[code]);
    }
    std::ranges::transform(texts->codes(), levels.begin(), [&](Code code) {
      return is_missing(code) ? gap : of_code[static_cast<std::size_t>(code)];
    });
  } else {
    const std::uint32_t is_false = number_of("0");
    const std::uint32_t is_true = number_of("1");
    const auto& values = std::get<Cells<std::int64_t>>(column.values);
    std::ranges::transform(values, levels.begin(), [&](std::int64_t value) {
      return is_missing(value) ? gap : value == 0 ? is_false : is_true;
    });
  }
  const std::size_t known = plan_.outline.columns[j].level_sizes.size();
  if (std::ranges::any_of(levels, [&](std::uint32_t level) { return level >= known; })) {
    return changed();
  }
  return levels;
}

Result<Dealer::Codes> Dealer::level_codes(std::size_t j, const Column& column) {
  const auto levels = levels_of(j, column);
  if (!levels) return levels.error();
  const auto& sizes = plan_.outline.columns[j].level_sizes;
  std::vector<std::size_t> next(sizes.size() + 1);
  for (const std::uint32_t level : *levels) ++next[level + std::size_t{1}];
  const std::vector<std::size_t> counts(next.begin() + 1, next.end());
  std::partial_sum(next.begin(), next.end(), next.begin());
  Codes by_level(column.size());
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    std::size_t& first = part_.start.levels[j][level];
    if (first + counts[level] > sizes[level]) return changed();
    level_bins_.at(j).bins_of<masking::BinCode>(
        level, first, std::span(by_level).subspan(next[level], counts[level]));
    first += counts[level];
  }
  Codes codes(column.size());
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = by_level[next[(*levels)[i]]++];
  return codes;
}

Result<Dealer::Codes> Dealer::codes_of(std::size_t j, const Column& column) {
  Codes codes;
  if (plan_.outline.columns[j].has_levels) {
    auto found = level_codes(j, column);
    if (!found) return found;
    codes = *std::move(found);
  } else {
    codes.resize(column.size());
    bin_numbers(column, binners_[j], codes);
  }
  const auto& merged = plan_.merged[j];
  if (!merged.empty()) {
    for (masking::BinCode& code : codes) code = merged[code];
  }
  return codes;
}

// The texts by the numbers of their levels.
std::vector<Code> Dealer::numbered(std::size_t j, const Texts& texts) const {
  const Dictionary& dictionary = texts.dictionary();
  std::vector<Code> of_code(dictionary.size(), missing_code);
  for (std::size_t code = 0; code < of_code.size(); ++code) {
    const auto found = level_numbers_[j].find(std::string(dictionary[code]));
    if (found != level_numbers_[j].end()) of_code[code] = static_cast<Code>(found->second);
  }
  std::vector<Code> numbers(texts.size());
  std::ranges::transform(texts.codes(), numbers.begin(), [&](Code code) {
    return is_missing(code) ? code : of_code[static_cast<std::size_t>(code)];
  });
  return numbers;
}

template <class Value>
void Dealer::add_split(std::size_t pool, std::span<const Value> values, const std::string& counts,
                       std::vector<ByteWriter>& out) {
  const auto name = pool_name(plan_, pool);
  std::size_t& place = next_in_split_.at(pool);
  std::vector<std::uint16_t> buckets(values.size());
  random::draw_buckets(key_, name, plan_.pool_sizes[pool], place, buckets);
  place += values.size();
  for (std::size_t task = first_task_[pool];
       task < plan_.pool_tasks.size() && plan_.pool_tasks[task].first_pool == pool; ++task) {
    const PoolTask& range = plan_.pool_tasks[task];
    std::vector<Value> own;
    std::vector<std::uint16_t> own_buckets;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (buckets[i] < range.first_bucket || buckets[i] >= range.last_bucket) continue;
      own.push_back(values[i]);
      own_buckets.push_back(buckets[i]);
    }
    out[task].add<std::uint64_t>(pool);
    out[task].add_all(own);
    out[task].add_plain(std::span<const std::uint16_t>(own_buckets));
    out[task].add_text(counts);
  }
}

template <class Value>
void Dealer::add_pools(std::size_t j, std::span<const Value> values, const Codes& codes,
                       std::span<const std::uint32_t> row_tasks, std::vector<ByteWriter>& out) {
  std::vector<std::size_t> starts(plan_.codes() + 1);
  for (const masking::BinCode code : codes) ++starts[code + std::size_t{1}];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Value> by_pool(values.size());
  Tasks tasks(values.size());
  auto next = starts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t place = next[codes[i]]++;
    by_pool[place] = values[i];
    tasks[place] = row_tasks[i];
  }
  std::vector<std::uint32_t> held(plan_.row_tasks);
  for (std::size_t code = 0; code < plan_.codes(); ++code) {
    const std::size_t size = starts[code + 1] - starts[code];
    if (size == 0) continue;
    const std::size_t pool = j * plan_.codes() + code;
    const auto own = std::span<const Value>(by_pool).subspan(starts[code], size);
    const std::string counts =
        counts_by_task(std::span<const std::uint32_t>(tasks).subspan(starts[code], size), held);
    const std::size_t task = first_task_[pool];
    if (plan_.pool_tasks[task].is_split()) {
      add_split(pool, own, counts, out);
      continue;
    }
    out[task].add<std::uint64_t>(pool);
    out[task].add<std::uint64_t>(size);
    out[task].add_plain(own);
    out[task].add_text(counts);
  }
}

void Dealer::add_values(std::size_t j, const Column& column, const Codes& codes,
                        std::span<const std::uint32_t> row_tasks, std::vector<ByteWriter>& out) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const std::vector<Code> numbers = numbered(j, *texts);
    return add_pools<Code>(j, numbers, codes, row_tasks, out);
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return add_pools<double>(j, {reals->data(), reals->size()}, codes, row_tasks, out);
  }
  const auto& whole = std::get<Cells<std::int64_t>>(column.values);
  add_pools<std::int64_t>(j, {whole.data(), whole.size()}, codes, row_tasks, out);
}

Result<Dealt> Dealer::deal(const Table& records) {
  const std::size_t rows = records.row_count();
  if (!is_of_plan_ || records.column_count() != plan_.outline.columns.size()) return damaged();
  if (next_row_ + rows > plan_.outline.rows) return changed();
  const auto digests = masking::digests(records, digest_key_, next_row_);
  for (std::size_t j = 0; j < digests.size(); ++j) digests_[j] += digests[j];
  std::vector<std::uint16_t> buckets(rows);
  random::draw_buckets(key_, {random::Purpose::row_order}, plan_.outline.rows, next_row_, buckets);
  next_row_ += rows;
  const Tasks row_tasks = row_tasks_of(plan_, buckets);
  Dealt dealt;
  order_by_task(row_tasks, plan_.row_tasks, dealt);
  std::vector<ByteWriter> to_pools(plan_.pool_tasks.size());
  std::vector<ByteWriter> to_rows(plan_.row_tasks);
  add_by_task<std::uint16_t>(dealt.order, dealt.starts, buckets, to_rows, true);
  for (std::size_t j = 0; j < records.column_count(); ++j) {
    const auto codes = codes_of(j, records.columns()[j]);
    if (!codes) return codes.error();
    add_values(j, records.columns()[j], *codes, row_tasks, to_pools);
    add_codes(plan_, dealt.order, dealt.starts, *codes, to_rows);
  }
  for (ByteWriter& bytes : to_pools) dealt.to_pools.push_back(bytes.take());
  for (ByteWriter& bytes : to_rows) dealt.to_rows.push_back(bytes.take());
  return dealt;
}

Status Dealer::finish() const {
  if (!is_of_plan_) return damaged();
  if (digests_ != part_.digests) return changed();
  return Done{};
}

}  // namespace overhand::parts
