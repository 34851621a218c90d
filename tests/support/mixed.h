// Mixed tables for tests: numbers with and without gaps, dates, categories, booleans, text.
#pragma once

#include "overhand/table/table.h"
#include "support/tables.h"

namespace overhand::testing {

// A number that depends on a category, another with gaps, a date, an ordered category, a boolean
// and a text.
inline Table mixed_table(std::size_t rows, std::uint64_t seed) {
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test});
  Reals income(rows);
  Reals age(rows);
  Integers born(rows);
  Integers is_employed(rows);
  std::vector<Code> school(rows);
  TextsBuilder town;
  for (std::size_t i = 0; i < rows; ++i) {
    school[i] = static_cast<Code>(random::uniform_below(4, stream)) - 1;  // one in four is missing
    income[i] = random::normal(stream) + school[i];
    const bool is_known = random::uniform_below(5, stream) > 0;
    age[i] = is_known ? 40 + 10 * random::normal(stream) : missing_real;
    born[i] = static_cast<std::int64_t>(random::uniform_below(20'000, stream));
    is_employed[i] = income[i] + random::normal(stream) > 0 ? 1 : 0;
    town.append("town " + std::to_string(random::uniform_below(30, stream)));
  }
  DictionaryBuilder levels;
  for (const char* level : {"primary", "secondary", "university"}) levels.code_of(level);
  return Table({{"income", income},
                {"age", age},
                {"born", type::Date{}, born},
                {"school", type::Category{true}, Texts(school, std::move(levels).finish())},
                {"is_employed", type::Boolean{}, is_employed},
                {"town", std::move(town).finish()}});
}

// With a type for each, for the formats that do not say it.
inline ColumnChoice mixed_choice() {
  ColumnChoice choice{.keep_identifiers = true};
  choice.plans = {
      {.name = "income", .type = type::Real{}},
      {.name = "age", .type = type::Real{}},
      {.name = "born", .type = type::Date{}},
      {.name = "school",
       .type = type::Category{true},
       .levels = {"primary", "secondary", "university"}},
      {.name = "is_employed", .type = type::Boolean{}},
      {.name = "town", .role = Treatment::keep},
  };
  return choice;
}

// Each column with one value in five taken from another record, and noise on the reals.
inline Table noisy_mixture(const Table& table, std::uint64_t seed) {
  Table noisy = table;
  const std::size_t rows = table.row_count();
  for (std::uint32_t j = 0; j < noisy.column_count(); ++j) {
    random::Stream stream(random::key_from_seed(seed), {random::Purpose::test, j});
    std::vector<Row> from(rows);
    for (Row i = 0; i < rows; ++i) {
      const bool is_own = random::uniform_below(5, stream) > 0;
      from[i] = is_own ? i : random::uniform_below(static_cast<Row>(rows), stream);
    }
    Column& column = noisy.columns()[j];
    column = gather(column, from);
    if (storage_of(column.type) != Storage::reals) continue;
    change_each(column, [&](double& value) { value += 0.3 * random::normal(stream); });
  }
  return noisy;
}

}  // namespace overhand::testing
