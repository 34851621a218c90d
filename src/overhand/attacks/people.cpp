#include "overhand/attacks/people.h"

#include <algorithm>

#include "overhand/random/sample.h"
#include "overhand/random/shuffle.h"

namespace overhand::attacks {
namespace {

std::vector<Row> some_of(const std::vector<Row>& rows, std::size_t most, const random::Key& key,
                         std::uint32_t which) {
  std::vector<Row> some;
  for (const std::uint32_t i :
       random::sample(key, {random::Purpose::attacked_people, which}, rows.size(), most)) {
    some.push_back(rows[i]);
  }
  return some;
}

}  // namespace

People People::sampled(std::size_t most, const random::Key& key) const {
  return {some_of(members, most, key, 0), some_of(controls, most, key, 1)};
}

std::vector<People> control_splits(std::size_t originals, std::size_t splits,
                                   const std::vector<Row>& unit_of, const random::Key& key) {
  const std::size_t units =
      unit_of.empty() ? originals : static_cast<std::size_t>(std::ranges::max(unit_of)) + 1;
  const auto order = random::permutation(key, {random::Purpose::control_split}, units);
  std::vector<std::size_t> split_of(units);
  for (std::size_t i = 0; i < units; ++i) split_of[order[i]] = i % splits;
  std::vector<People> people(splits);
  for (std::size_t row = 0; row < originals; ++row) {
    const std::size_t own = split_of[unit_of.empty() ? row : unit_of[row]];
    for (std::size_t s = 0; s < splits; ++s) {
      (s == own ? people[s].controls : people[s].members).push_back(static_cast<Row>(row));
    }
  }
  return people;
}

}  // namespace overhand::attacks
