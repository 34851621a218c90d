// All that is measured over the keys of a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/keys/class_sizes.h"
#include "overhand/keys/diversity.h"
#include "overhand/keys/population.h"
#include "overhand/keys/suda.h"

namespace overhand::keys {

struct KeyChoice {
  std::vector<std::string> keys;
  std::string weight = {};     // empty: the records are all there are
  std::string sensitive = {};  // empty: no diversity
  SudaOptions suda = {};
};

struct KeyFacts {
  std::string name;
  std::size_t levels = 0;
  std::size_t missing = 0;
};

struct KeyMeasures {
  std::size_t records = 0;
  std::vector<KeyFacts> keys;
  std::string weight;
  ClassSizes sizes;  // of each record
  Reals risks;       // of each record
  Suda suda;
  PopulationUniques population;
  Classes groups;  // of records that look alike, for `diversity`
  std::optional<Diversity> diversity;
};

// Fails on a column that is not there, on keys that are none (key_codes.h), on a sensitive column
// or a weight among the keys, on a weight that is not above 0 and on a table without records.
Result<KeyMeasures> measure_keys(const Table& table, const KeyChoice& choice,
                                 const Progress& progress = {});

// Records that share their keys with fewer than `k` records, themselves counted.
std::size_t records_below(const ClassSizes& sizes, Row k);

// How many records have classes of first to last records.
struct SizeBar {
  Row first;
  Row last;
  std::size_t records;
};
// 1, 2, 3, 4, 5 to 9, 10 to 19, 20 to 49, 50 or more, whether there are such classes or not.
std::vector<SizeBar> size_bars(const ClassSizes& sizes);
std::string words_for(const SizeBar& bar);  // "1", "5 to 9", "50 or more"

// The names of the keys in a set, bit j for key j.
std::vector<std::string> names_in(const KeyMeasures& measures, std::uint32_t set);

// The expected number of records that are found again: the sum of the risks.
double expected_reidentifications(const KeyMeasures& measures);

// fk, Fk, risk, suda, dis and, where a sensitive column is named, l: a row for each record.
Table record_table(const KeyMeasures& measures);

}  // namespace overhand::keys
