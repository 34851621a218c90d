#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "overhand/masking/strata_internal.h"
#include "overhand/table/column_words.h"
#include "overhand/table/value_bits.h"

namespace overhand::masking {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::uint64_t key_of(double value) { return value_bits(value); }
std::uint64_t key_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::uint64_t key_of(Code value) { return static_cast<std::uint64_t>(value); }

std::uint64_t key_of(const Values& values, std::size_t row) {
  if (const auto* texts = std::get_if<Texts>(&values)) return key_of(texts->codes()[row]);
  if (const auto* reals = std::get_if<Cells<double>>(&values)) return key_of((*reals)[row]);
  return key_of(std::get<Cells<std::int64_t>>(values)[row]);
}

// Numbers the classes anew, by what they were and by the values of one more column.
void refine(Numbers& classes, const Values& values) {
  struct Pair {
    std::uint32_t before;
    std::uint64_t value;
    bool operator==(const Pair&) const = default;
  };
  const auto hash = [](const Pair& pair) {
    return std::hash<std::uint64_t>()((pair.value ^ pair.before) * 0x9e3779b97f4a7c15U);
  };
  std::unordered_map<Pair, std::uint32_t, decltype(hash)> known(16, hash);
  for (std::size_t row = 0; row < classes.size(); ++row) {
    const auto next = static_cast<std::uint32_t>(known.size());
    classes[row] = known.try_emplace({classes[row], key_of(values, row)}, next).first->second;
  }
}

Groups groups_of(const Numbers& classes) {
  const std::size_t count = classes.empty() ? 0 : std::ranges::max(classes) + std::size_t{1};
  Groups groups;
  groups.starts.assign(count + 1, 0);
  for (const std::uint32_t number : classes) ++groups.starts[number + 1];
  for (std::size_t c = 1; c <= count; ++c) groups.starts[c] += groups.starts[c - 1];
  groups.rows.resize(classes.size());
  auto next = groups.starts;
  for (Row row = 0; row < classes.size(); ++row) groups.rows[next[classes[row]]++] = row;
  return groups;
}

}  // namespace

Groups groups_by(const Table& table, const std::vector<std::string>& columns) {
  Numbers classes(table.row_count(), 0);
  for (const std::string& name : columns) {
    refine(classes, table.columns()[*find_column(table, name)].values);
  }
  return groups_of(classes);
}

Result<Groups> strata_of(const Table& table, const std::vector<std::string>& columns) {
  for (const std::string& name : columns) {
    if (const auto place = find_column(table, name); !place) return place.error();
  }
  Groups groups = groups_by(table, columns);
  for (std::size_t number = 0; !columns.empty() && number < groups.count(); ++number) {
    if (groups.group(number).size() > 1) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("Record {} is alone in its stratum by {}: there is nobody to hide it "
                             "among; merge that level with another, or take a coarser column.",
                             groups.group(number).front() + 1, told(columns)),
                 {.column = columns.front()}};
  }
  return groups;
}

}  // namespace overhand::masking
