#include "overhand/attacks/singling_out.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "overhand/attacks/exposure.h"
#include "overhand/core/parallel.h"
#include "overhand/random/shuffle.h"

namespace overhand::attacks {
namespace {

constexpr std::size_t most_combinations = 1000;
constexpr std::size_t part_of_controls = 5;  // so many splits there are

using Combination = std::vector<std::int64_t>;
using Counts = std::map<Combination, std::size_t>;

std::int64_t step_of(const SeenColumn& column, double value) {
  constexpr double steps = 20;  // of 5 % of a standard deviation
  constexpr std::int64_t gap = std::numeric_limits<std::int64_t>::min();
  if (is_missing(value)) return gap;
  return std::llround(column.is_category ? value : std::floor(value * steps));
}

Combination released_values(const View& view, const Places& columns, Row row) {
  Combination values;
  for (const std::size_t place : columns) {
    values.push_back(step_of(view.columns[place], view.columns[place].released[row]));
  }
  return values;
}

Combination original_values(const View& view, const Places& columns, Row row) {
  Combination values;
  for (const std::size_t place : columns) {
    values.push_back(step_of(view.columns[place], view.columns[place].original[row]));
  }
  return values;
}

std::vector<Combination> unique_combinations(const View& view, const Places& columns) {
  Counts counts;
  for (std::size_t row = 0; row < view.released; ++row) {
    ++counts[released_values(view, columns, static_cast<Row>(row))];
  }
  std::vector<Combination> unique;
  for (const auto& [values, count] : counts) {
    if (count == 1) unique.push_back(values);
  }
  return unique;
}

Tally singled_out(const View& view, const Places& columns, const std::vector<Row>& people,
                  const std::vector<Combination>& combinations) {
  Counts counts;
  for (const Row person : people) ++counts[original_values(view, columns, person)];
  Tally tally;
  for (const Combination& values : combinations) {
    const auto found = counts.find(values);
    tally.add(found != counts.end() && found->second == 1 ? 1 : 0);
  }
  return tally;
}

// The watched people who are alone among all originals with what is unique in the release, which
// is in ascending order.
std::vector<Row> found_alone(const View& view, const Places& columns, const Exposures& exposures,
                             const std::vector<Combination>& unique) {
  std::map<Combination, Row> people;
  for (const Exposure& exposure : exposures.all()) {
    Combination values = original_values(view, columns, exposure.person);
    if (!std::ranges::binary_search(unique, values)) continue;
    people.emplace(std::move(values), exposure.person);
  }
  for (Row row = 0; row < view.originals && !people.empty(); ++row) {
    const auto same = people.find(original_values(view, columns, row));
    if (same != people.end() && same->second != row) people.erase(same);
  }
  std::vector<Row> found;
  for (const auto& [values, person] : people) found.push_back(person);
  return found;
}

// What one set of columns tells.
struct SetResult {
  Places columns;
  AttackTally tally;
  std::vector<Row> found;
};

void note_sets(const std::vector<SetResult>& sets, Exposures& exposures) {
  for (const Exposure& exposure : exposures.all()) {
    exposures.of(exposure.person)->combinations += sets.size();
  }
  for (const SetResult& set : sets) {
    for (const Row person : set.found) exposures.of(person)->singled_out.push_back(set.columns);
  }
}

Places drawn_columns(const View& view, std::size_t count, random::Stream& stream) {
  Places columns(view.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  random::shuffle_in_cache(std::span(columns), stream);
  columns.resize(std::min(count, columns.size()));
  return columns;
}

}  // namespace

AttackTally singling_out(const View& view, const People& people, std::size_t sets,
                         const random::Key& key, Exposures* exposures) {
  const std::size_t size =
      people.controls.empty() ? people.members.size() / part_of_controls : people.controls.size();
  const People same = people.sampled(size, key);
  std::vector<SetResult> of_set(2 * sets);
  parallel_for_each_index(of_set.size(), [&](std::size_t i) {
    random::Stream stream(key, {random::Purpose::known_facts, 1, static_cast<std::uint32_t>(i)});
    const Places columns = drawn_columns(view, 2 + i % 2, stream);
    auto combinations = unique_combinations(view, columns);
    of_set[i].columns = columns;
    if (exposures != nullptr) {
      of_set[i].found = found_alone(view, columns, *exposures, combinations);
    }
    random::shuffle_in_cache(std::span(combinations), stream);
    combinations.resize(std::min(combinations.size(), most_combinations));
    of_set[i].tally = {singled_out(view, columns, same.members, combinations),
                       singled_out(view, columns, same.controls, combinations)};
  });
  AttackTally tally;
  for (const SetResult& set : of_set) tally.add(set.tally);
  if (exposures != nullptr) note_sets(of_set, *exposures);
  return tally;
}

}  // namespace overhand::attacks
