#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "overhand/core/parallel.h"
#include "overhand/masking/categorize.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/masking/sjppds_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

// A column's values are laid out in pools, one for each bin, and the pools in the buckets of their
// scatter shuffle. Places in that layout:
using Starts = std::vector<std::size_t>;  // where each part begins, and the end of the last

struct Buckets {
  Starts first;   // the number of each pool's first bucket
  Starts starts;  // the place of each bucket
};

// The buffers of one thread, used again for each column it masks: fresh memory costs as much as the
// work done in it.
template <class Code>
struct Workspace {
  std::vector<Code> codes;
  std::tuple<Reals, Integers, std::vector<overhand::Code>> pools;
  std::vector<std::uint16_t> bucket_at;  // of each place in the pools
};

// What is the same for all columns of one masking.
struct BinPlan {
  const Lineage& order;
  const std::vector<statistics::Range>& ranges;  // of the columns
  int bins;
  std::size_t min_bin;
  const Context& context;
};

random::StreamName pool_name(std::uint32_t column, std::size_t code) {
  return {random::Purpose::bin_shuffle, column, static_cast<std::uint32_t>(code)};
}

template <class Code>
Starts pool_starts(std::span<const Code> codes, std::size_t count) {
  Starts starts(count + 1);
  for (const Code code : codes) ++starts[std::size_t{code} + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

bool is_one_bucket_each(const Starts& pools) {
  for (std::size_t i = 1; i < pools.size(); ++i) {
    if (random::bucket_count(pools[i] - pools[i - 1]) > 1) return false;
  }
  return true;
}

Buckets one_bucket_each(const Starts& pools) {
  Buckets buckets{Starts(pools.size()), pools};
  std::iota(buckets.first.begin(), buckets.first.end(), std::size_t{0});
  return buckets;
}

Buckets drawn_buckets(const Starts& pools, std::uint32_t column, const random::Key& key,
                      std::span<std::uint16_t> bucket_at) {
  Buckets buckets;
  for (std::size_t code = 0; code + 1 < pools.size(); ++code) {
    const std::size_t size = pools[code + 1] - pools[code];
    const auto bucket_of = bucket_at.subspan(pools[code], size);
    const std::size_t count = random::bucket_count(size);
    random::draw_buckets(key, pool_name(column, code), bucket_of);
    const Starts starts = random::bucket_starts(bucket_of, count);
    buckets.first.push_back(buckets.starts.size());
    for (std::size_t b = 0; b < count; ++b) buckets.starts.push_back(pools[code] + starts[b]);
  }
  buckets.first.push_back(buckets.starts.size());
  buckets.starts.push_back(pools.back());
  return buckets;
}

template <class Code, class Value>
void scatter_to_pools(std::span<const Value> values, std::span<const Code> codes, Starts next,
                      std::span<Value> pools) {
  for (std::size_t i = 0; i < values.size(); ++i) pools[next[codes[i]]++] = values[i];
}

template <class Code, class Value>
void scatter_to_buckets(std::span<const Value> values, const Workspace<Code>& workspace,
                        Starts next_place, const Buckets& buckets, std::span<Value> pools) {
  Starts next_in_bucket = buckets.starts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t code = workspace.codes[i];
    const std::size_t bucket = workspace.bucket_at[next_place[code]++];
    pools[next_in_bucket[buckets.first[code] + bucket]++] = values[i];
  }
}

template <class Value>
void shuffle_buckets(std::span<Value> pools, const Buckets& buckets, std::uint32_t column,
                     const random::Key& key) {
  const auto& [first, starts] = buckets;
  for (std::size_t code = 0; code + 1 < first.size(); ++code) {
    for (std::size_t b = first[code]; b < first[code + 1]; ++b) {
      random::shuffle_bucket(key, pool_name(column, code), b - first[code],
                             pools.subspan(starts[b], starts[b + 1] - starts[b]));
    }
  }
}

// masked[i] = the next value of the pool of the source's bin. What the next steps need is asked for
// in time: codes lie in random places, and pools are more than the processor prefetches by itself.
template <class Code, class Value>
std::vector<Value> draw_from_pools(std::span<const Code> codes, std::span<const Value> pools,
                                   Starts next, const Lineage& order) {
  constexpr std::size_t records_ahead = 32;
  constexpr std::size_t values_ahead = 24;
  std::vector<Value> masked(order.size());
  const auto draw = [&](std::size_t i) {
    const std::size_t place = next[codes[order[i]]]++;
    __builtin_prefetch(pools.data() + place + values_ahead);
    masked[i] = pools[place];
  };
  std::size_t i = 0;
  for (; i + records_ahead < masked.size(); ++i) {
    __builtin_prefetch(codes.data() + order[i + records_ahead]);
    draw(i);
  }
  for (; i < masked.size(); ++i) draw(i);
  return masked;
}

// The bins of the workspace hold `numbers`, in the range of the column.
template <class Code, class Number>
void bin(std::span<const Number> numbers, std::uint32_t column, const BinPlan& plan,
         Workspace<Code>& workspace) {
  workspace.codes.resize(numbers.size());
  Binner(plan.ranges[column], plan.bins).bin_all<Code, Number>(numbers, workspace.codes);
  if (plan.min_bin <= 1) return;
  std::vector<std::size_t> counts(code_count(plan.bins));
  for (const Code code : workspace.codes) ++counts[code];
  const auto merged = merged_bins(counts, plan.min_bin);
  for (Code& code : workspace.codes) code = static_cast<Code>(merged[code]);
}

// The values, shuffled within the bins of the workspace.
template <class Value, class Code>
std::vector<Value> shuffled(const Cells<Value>& values, std::uint32_t column, const BinPlan& plan,
                            Workspace<Code>& workspace) {
  auto& pools = std::get<std::vector<Value>>(workspace.pools);
  pools.resize(values.size());
  const Starts starts = pool_starts<Code>(workspace.codes, code_count(plan.bins));

  Buckets buckets;
  if (is_one_bucket_each(starts)) {
    buckets = one_bucket_each(starts);
    scatter_to_pools<Code, Value>(values, workspace.codes, starts, pools);
  } else {
    workspace.bucket_at.resize(values.size());
    buckets = drawn_buckets(starts, column, plan.context.key, workspace.bucket_at);
    scatter_to_buckets<Code, Value>(values, workspace, starts, buckets, pools);
  }
  shuffle_buckets<Value>(pools, buckets, column, plan.context.key);
  return draw_from_pools<Code, Value>(workspace.codes, pools, starts, plan.order);
}

template <class Code>
Values masked_column(const Column& column, std::uint32_t number, const BinPlan& plan,
                     Workspace<Code>& workspace) {
  if (kind_of(column.type) == Kind::levels) {
    bin<Code, std::int64_t>(random_ranks_of_levels(column, number, plan.context.key), number, plan,
                            workspace);
    if (const auto* texts = std::get_if<Texts>(&column.values)) {
      return Texts(shuffled(texts->codes(), number, plan, workspace), texts->shared_dictionary());
    }
    return shuffled(std::get<Cells<std::int64_t>>(column.values), number, plan, workspace);
  }
  if (const auto* numbers = std::get_if<Cells<double>>(&column.values)) {
    bin<Code, double>(*numbers, number, plan, workspace);
    return shuffled(*numbers, number, plan, workspace);
  }
  const auto& numbers = std::get<Cells<std::int64_t>>(column.values);
  bin<Code, std::int64_t>(numbers, number, plan, workspace);
  return shuffled(numbers, number, plan, workspace);
}

template <class Code>
std::vector<Column> masked_columns(const Table& original, const BinPlan& plan) {
  std::vector<Column> masked(original.column_count());
  Stage stage(plan.context.progress, "masking columns", masked.size());
  tbb::enumerable_thread_specific<Workspace<Code>> workspaces;
  parallel_for_each_index(masked.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    const auto number = static_cast<std::uint32_t>(j);
    masked[j] = with_values(column, masked_column(column, number, plan, workspaces.local()));
    stage.finish_part();
  });
  return masked;
}

// Narrow codes: a column's codes are read in random order, and stay in the cache when they are
// small.
std::vector<Column> masked_columns(const Table& original, const BinPlan& plan) {
  const std::size_t codes = code_count(plan.bins);
  if (codes <= std::size_t{1} << 8) return masked_columns<std::uint8_t>(original, plan);
  if (codes <= std::size_t{1} << 16) return masked_columns<std::uint16_t>(original, plan);
  return masked_columns<std::uint32_t>(original, plan);
}

// Of a column of levels the range of its ranks.
std::vector<statistics::Range> ranges_of(const Table& table) {
  std::vector<statistics::Range> ranges(table.column_count());
  parallel_for_each_index(ranges.size(), [&](std::size_t j) {
    const Column& column = table.columns()[j];
    ranges[j] = kind_of(column.type) == Kind::levels
                    ? statistics::Range{0, static_cast<double>(column.size() - 1)}
                    : statistics::range_of(column.values);
  });
  return ranges;
}

}  // namespace

Result<Masked> sjppds(const Table& original, const SjppdsOptions& options, const Context& context) {
  if (auto problem = problem_with_shape(original)) return *std::move(problem);
  const std::vector<statistics::Range> ranges = ranges_of(original);
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (auto problem = problem_with_range(original.columns()[j], ranges[j])) {
      return *std::move(problem);
    }
  }
  if (hides_values(options.marginals)) {
    return masked_with_margins(sjppds, original, options, context);
  }

  Lineage order =
      random::permutation(context.key, {random::Purpose::row_order}, original.row_count());
  auto masked = masked_columns(
      original, {order, ranges, options.bins, static_cast<std::size_t>(options.min_bin), context});
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{Table(std::move(masked)), std::move(order)};
}

Method sjppds_method() {
  return make_method<SjppdsOptions>(
      {.name = "sjppds",
       .summary = "Shuffle each column within bins of equal width",
       .reference = "Chaibub Neto (2024), Trans. Data Privacy",
       .keeps = "marginals exact: each column's values; the counts of bin combinations",
       .takes = takes_everything},
      sjppds);
}

}  // namespace overhand::masking
