#include "overhand/keys/suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "overhand/core/parallel.h"
#include "overhand/keys/class_sizes.h"
#include "overhand/keys/packed_internal.h"
#include "overhand/keys/word_index_internal.h"

namespace overhand::keys {
namespace {

using KeySet = std::uint32_t;  // bit j for key j
using GroupNumbers = std::vector<std::uint32_t>;

// All sets of keys but none, the cheapest first.
std::vector<KeySet> sets_by_cost(const KeyCodes& keys, const Reals& importance) {
  struct Priced {
    KeySet set;
    double cost = 0;
    double levels = 0;
  };
  std::vector<Priced> all;
  for (KeySet set = 1; set < KeySet{1} << keys.key_count(); ++set) {
    Priced priced{set};
    for (std::size_t j = 0; j < keys.key_count(); ++j) {
      if ((set >> j & 1U) == 0) continue;
      priced.cost += importance.empty() ? 1 : importance[j];
      priced.levels += static_cast<double>(keys.columns[j].levels);
    }
    all.push_back(priced);
  }
  std::ranges::stable_sort(
      all, {}, [](const Priced& priced) { return std::pair(priced.cost, -priced.levels); });
  std::vector<KeySet> sets;
  for (const Priced& priced : all) sets.push_back(priced.set);
  return sets;
}

// The groups of some table or part of it, by the keys that they miss.
using ByGaps = std::map<KeySet, GroupNumbers>;

// Counts the records that agree with groups in some of their keys.
template <std::size_t Size>
class Agreement {
 public:
  Agreement(const KeyCodes& keys, const KeyGroups& groups)
      : layout_(layout_of(keys)), groups_(groups) {
    for (std::uint32_t group = 0; group < groups.count(); ++group) {
      gaps_.push_back(gaps_of(keys, groups.first[group]));
      packed_.push_back(packed<Size>(keys, layout_, groups.first[group]));
      everybody_[gaps_.back()].push_back(group);
    }
  }

  KeySet gaps(std::uint32_t group) const { return gaps_[group]; }

  // Those of `asked` that at least k records agree with in all keys but those of `without`, and
  // that have a value in each of these.
  GroupNumbers enough(const GroupNumbers& asked, KeySet without, std::size_t k) const {
    ByGaps by_gaps;
    for (const std::uint32_t group : asked) {
      if ((gaps_[group] & without) == 0) by_gaps[gaps_[group]].push_back(group);
    }
    GroupNumbers found;
    for (const auto& [gaps, members] : by_gaps) {
      const auto counts = counts_of(members, without | gaps);
      for (std::size_t i = 0; i < members.size(); ++i) {
        if (counts[i] >= k) found.push_back(members[i]);
      }
    }
    return found;
  }

 private:
  std::vector<std::size_t> counts_of(const GroupNumbers& members, KeySet left_out) const {
    std::vector<std::size_t> counts(members.size());
    for (const auto& [gaps, others] : everybody_) {
      const auto mask = mask_of<Size>(layout_, all_keys() & ~left_out & ~gaps);
      WordIndex<Size> index(members.size());
      GroupNumbers numbers;
      for (const std::uint32_t group : members) {
        numbers.push_back(index.number_of(packed_[group] & mask));
      }
      std::vector<std::size_t> sums(index.size());
      for (const std::uint32_t other : others) {
        const std::uint32_t number = index.find(packed_[other] & mask);
        if (number != WordIndex<Size>::none) sums[number] += groups_.counts[other];
      }
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += sums[numbers[i]];
    }
    return counts;
  }

  KeySet all_keys() const { return (KeySet{1} << layout_.fields.size()) - 1; }

  Layout layout_;
  const KeyGroups& groups_;
  std::vector<KeySet> gaps_;
  std::vector<Words<Size>> packed_;
  ByGaps everybody_;
};

// The keys to suppress in each group: of those below k the first set that leaves enough records.
template <std::size_t Size>
std::vector<KeySet> chosen_sets(const KeyCodes& keys, const KeyGroups& groups, GroupNumbers below,
                                const SuppressionOptions& options) {
  constexpr std::size_t batch = 16;  // sets that are tried at once, whatever the number of threads
  const Agreement<Size> agreement(keys, groups);
  const auto sets = sets_by_cost(keys, options.importance);
  std::vector<KeySet> chosen(groups.count(), 0);
  for (std::size_t first = 0; first < sets.size() && !below.empty(); first += batch) {
    const std::size_t count = std::min(batch, sets.size() - first);
    std::vector<GroupNumbers> enough(count);
    parallel_for_each_index(count, [&](std::size_t i) {
      enough[i] = agreement.enough(below, sets[first + i], options.k);
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t group : enough[i]) {
        if (chosen[group] == 0) chosen[group] = sets[first + i];
      }
    }
    std::erase_if(below, [&](std::uint32_t group) { return chosen[group] != 0; });
  }
  return chosen;
}

GroupNumbers groups_below(const ClassSizes& sizes, std::size_t k) {
  GroupNumbers below;
  for (std::uint32_t group = 0; group < sizes.records.size(); ++group) {
    if (sizes.records[group] < k) below.push_back(group);
  }
  return below;
}

std::optional<Error> problem_with(const KeyCodes& keys, const SuppressionOptions& options) {
  if (keys.key_count() > most_suppressed_keys) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("Cells of {} keys cannot be suppressed together; name at most {}.",
                             keys.key_count(), most_suppressed_keys)};
  }
  if (keys.row_count() >= options.k) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("There are {} records, so that no record can share its keys with {}.",
                           keys.row_count(), options.k)};
}

KeyCodes gathered(const KeyCodes& keys, const std::vector<Row>& rows) {
  KeyCodes some;
  for (const KeyColumn& key : keys.columns) {
    KeyColumn part{.name = key.name, .codes = {}, .levels = key.levels};
    for (const Row row : rows) part.codes.push_back(key.codes[row]);
    some.columns.push_back(std::move(part));
  }
  return some;
}

Reals importance_of(const std::vector<std::string>& keys, const Structure& structure) {
  Reals importance;
  for (const std::string& key : keys) {
    const auto said = structure.importance.find(key);
    importance.push_back(said == structure.importance.end() ? 1 : said->second);
  }
  return importance;
}

// The column without its values in the rows whose gaps have this bit.
Column without_cells(const Column& column, const std::vector<KeySet>& gaps, std::size_t bit) {
  const auto emptied = [&]<class Value>(const Cells<Value>& cells, Value missing) {
    std::vector<Value> values(cells.begin(), cells.end());
    for (std::size_t row = 0; row < values.size(); ++row) {
      if ((gaps[row] >> bit & 1U) != 0) values[row] = missing;
    }
    return values;
  };
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return with_values(column,
                       Texts(emptied(texts->codes(), missing_code), texts->shared_dictionary()));
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return with_values(column, emptied(*reals, missing_real));
  }
  return with_values(column,
                     emptied(std::get<Cells<std::int64_t>>(column.values), missing_integer));
}

}  // namespace

Result<Suppression> suppression(const KeyCodes& keys, const SuppressionOptions& options) {
  if (auto problem = problem_with(keys, options)) return *std::move(problem);
  const KeyGroups groups = groups_of(keys);
  const auto below = groups_below(group_class_sizes(keys, groups), options.k);
  Suppression result{std::vector<KeySet>(keys.row_count(), 0)};
  for (const std::uint32_t group : below) result.below += groups.counts[group];
  if (below.empty()) return result;
  const auto chosen = with_words(layout_of(keys).words, [&](auto words) {
    return chosen_sets<words()>(keys, groups, below, options);
  });
  std::ranges::transform(groups.group, result.gaps.begin(),
                         [&](std::uint32_t group) { return chosen[group]; });
  return result;
}

std::vector<Row> rows_that_share(const KeyCodes& keys, std::size_t k) {
  std::vector<Row> rows = same_rows(keys.row_count());
  while (!rows.empty()) {
    const auto sizes = class_sizes(gathered(keys, rows)).records;
    std::vector<Row> staying;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (sizes[i] >= k) staying.push_back(rows[i]);
    }
    if (staying.size() == rows.size()) break;
    rows = std::move(staying);  // who goes may have shared the keys of who stays
  }
  return rows;
}

Result<Suppressed> suppressed(Table table, const Structure& structure) {
  const auto keys = keys_in(table, structure);
  const auto codes = codes_of(table, keys);
  if (!codes) return codes.error();
  const auto found = suppression(*codes, {structure.k, importance_of(keys, structure)});
  if (!found) return found.error();
  Suppressed result{std::move(table), {}, found->below};
  for (std::size_t j = 0; j < keys.size(); ++j) {
    const auto cells =
        std::ranges::count_if(found->gaps, [&](KeySet gaps) { return (gaps >> j & 1U) != 0; });
    result.cells.push_back({keys[j], static_cast<std::size_t>(cells)});
    if (cells == 0) continue;
    Column& column = result.table.columns()[*find_column(result.table, keys[j])];
    column = without_cells(column, found->gaps, j);
  }
  return result;
}

}  // namespace overhand::keys
