#include "overhand/parts/rows.h"

#include <algorithm>
#include <memory>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/code_bytes_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::parts {
namespace {

using Codes = std::vector<masking::BinCode>;

struct Arrived {
  std::vector<std::uint16_t> buckets;
  std::vector<Codes> codes;  // of each column
};

Result<Arrived> arrived(const Plan& plan, std::span<const std::string_view> dealt) {
  Arrived all{{}, std::vector<Codes>(plan.outline.columns.size())};
  for (const std::string_view bytes : dealt) {
    ByteReader reader(bytes);
    const auto rows = reader.next<std::uint64_t>();
    const std::string_view buckets = reader.plain(rows, sizeof(std::uint16_t));
    const std::size_t before = all.buckets.size();
    all.buckets.resize(before + buckets.size() / sizeof(std::uint16_t));
    if (!buckets.empty()) std::memcpy(&all.buckets[before], buckets.data(), buckets.size());
    for (Codes& codes : all.codes) {
      widen_codes(reader.plain(rows, code_width(plan)), code_width(plan), codes);
    }
    if (!reader.is_whole() || !reader.at_end()) return damaged();
  }
  return all;
}

// The places of the records in their random order: a part of random::permutation().
Lineage ordered(const Plan& plan, std::size_t task, std::vector<std::uint16_t> bucket_of,
                const random::Key& key) {
  const std::size_t first = plan.first_bucket(task);
  const std::size_t buckets = plan.first_bucket(task + 1) - first;
  for (std::uint16_t& bucket : bucket_of) bucket = static_cast<std::uint16_t>(bucket - first);
  const auto starts = random::bucket_starts(bucket_of, buckets);
  auto next = starts;
  Lineage order(bucket_of.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[next[bucket_of[i]]++] = static_cast<Row>(i);
  for (std::size_t b = 0; b < buckets; ++b) {
    random::shuffle_bucket(key, {random::Purpose::row_order}, first + b,
                           std::span<Row>(order).subspan(starts[b], starts[b + 1] - starts[b]));
  }
  return order;
}

bool are_buckets_of(const Plan& plan, std::size_t task, std::span<const std::uint16_t> buckets) {
  const std::size_t first = plan.first_bucket(task);
  const std::size_t last = plan.first_bucket(task + 1);
  return std::ranges::all_of(buckets, [&](std::uint16_t b) { return b >= first && b < last; });
}

// What came of each pool, in the order of pools.
struct Drawn {
  std::size_t pool;
  std::size_t count;
  std::string_view values;
};
Result<std::vector<Drawn>> drawn_in(const Plan& plan, std::span<const std::string_view> texts) {
  std::vector<Drawn> all;
  for (const std::string_view bytes : texts) {
    ByteReader reader(bytes);
    while (!reader.at_end()) {
      Drawn drawn{};
      drawn.pool = reader.next<std::uint64_t>();
      if (drawn.pool >= plan.pool_sizes.size()) return damaged();
      if (!all.empty() && all.back().pool > drawn.pool) return damaged();
      drawn.count = reader.next<std::uint64_t>();
      drawn.values =
          reader.plain(drawn.count, plan.outline.columns[plan.column_of(drawn.pool)].width());
      all.push_back(drawn);
    }
    if (!reader.is_whole()) return damaged();
  }
  return all;
}

// masked[i] = the next value of the pool of its source.
template <class Value>
Result<std::vector<Value>> drawn_values(const Plan& plan, std::span<const Drawn> own,
                                        const Codes& codes, const Lineage& order) {
  std::vector<std::size_t> ends(plan.codes());
  std::vector<Value> pools;
  std::vector<std::size_t> next(plan.codes());
  std::size_t all = 0;
  for (const Drawn& drawn : own) all += drawn.count;
  if (all != order.size()) return changed();
  pools.resize(all);
  std::size_t at = 0;
  for (const Drawn& drawn : own) {
    const std::size_t code = drawn.pool % plan.codes();
    if (ends[code] == 0) next[code] = at;
    std::memcpy(pools.data() + at, drawn.values.data(), drawn.values.size());
    at += drawn.count;
    ends[code] = at;
  }
  std::vector<Value> masked(order.size());
  for (std::size_t i = 0; i < masked.size(); ++i) {
    const masking::BinCode code = codes[order[i]];
    if (code >= ends.size() || next[code] >= ends[code]) return changed();
    masked[i] = pools[next[code]++];
  }
  return masked;
}

std::shared_ptr<const Dictionary> dictionary_of(const OutlinedColumn& column) {
  auto dictionary = std::make_shared<Dictionary>();
  for (const std::string& level : column.levels) dictionary->append(level);
  return dictionary;
}

Result<Values> drawn_column(const Plan& plan, std::size_t j, std::span<const Drawn> own,
                            const Codes& codes, const Lineage& order) {
  const auto as_values = [](auto result, auto make) -> Result<Values> {
    if (!result) return result.error();
    return make(*std::move(result));
  };
  const OutlinedColumn& column = plan.outline.columns[j];
  if (column.has_texts) {
    const auto is_known = [&](Code code) {
      return code == missing_code ||
             (code >= 0 && static_cast<std::size_t>(code) < column.levels.size());
    };
    return as_values(drawn_values<Code>(plan, own, codes, order),
                     [&](std::vector<Code> values) -> Result<Values> {
                       if (!std::ranges::all_of(values, is_known)) return damaged();
                       return Values(Texts(std::move(values), dictionary_of(column)));
                     });
  }
  const auto plain = [](auto values) { return Values(std::move(values)); };
  return column.has_reals ? as_values(drawn_values<double>(plan, own, codes, order), plain)
                          : as_values(drawn_values<std::int64_t>(plan, own, codes, order), plain);
}

}  // namespace

Result<MaskedRows> masked_rows(const Plan& plan, const Table& like, std::size_t task,
                               std::span<const std::string_view> dealt,
                               std::span<const std::string_view> drawn, const random::Key& key) {
  auto records = arrived(plan, dealt);
  if (!records) return records.error();
  if (!are_buckets_of(plan, task, records->buckets)) return damaged();
  const auto values = drawn_in(plan, drawn);
  if (!values) return values.error();
  MaskedRows masked{{}, ordered(plan, task, std::move(records->buckets), key)};
  std::vector<Column> columns;
  auto begin = values->begin();
  for (std::size_t j = 0; j < like.column_count(); ++j) {
    const auto end =
        std::ranges::lower_bound(begin, values->end(), (j + 1) * plan.codes(), {}, &Drawn::pool);
    auto column = drawn_column(plan, j, {begin, end}, records->codes[j], masked.sources);
    if (!column) return column.error();
    columns.push_back(with_values(like.columns()[j], *std::move(column)));
    records->codes[j] = {};
    begin = end;
  }
  masked.table = Table(std::move(columns));
  return masked;
}

}  // namespace overhand::parts
