// The tasks of the library as a language calls them: a table, what is said as JSON, and a result.
#pragma once

#include "bindings/judged.h"
#include "bindings/said.h"
#include "bindings/source.h"

namespace overhand::bindings {

// {"rows", "columns", ...} of docs/results.schema.json, and the proposed schema as TOML.
struct Inspected {
  Json json;
  std::string schema;
};
Inspected inspect(const Source& source, const Said& said, const Progress& progress);

// The table as it is read, every column of it.
struct ReadTable {
  Table table;
  std::vector<std::string> notes;
};
ReadTable read_all(const Source& source, const Said& said, const Progress& progress);

using Told = std::vector<std::string>;  // sentences

// The table as it is masked. `told` gets what a person should know of it.
commands::PreparedTable to_mask(const Source& source, ColumnChoice& choice,
                                const commands::MaskingTerms& terms, const Said& said, Told& told,
                                const Progress& progress);

struct MaskedTable {
  commands::PreparedTable read;
  const masking::Method* method = nullptr;
  masking::MaskOptions options = {};
  masking::Masked masked = {};
  std::string key_origin = {};
  Told told = {};
  Language language = Language::python;

  bool keeps_rows() const { return method->keeps_rows && !options.shuffle_rows; }
};
MaskedTable mask(const Source& source, const Said& said, const Progress& progress);

// The record of what was done with the risk of that very table, and sentences on it.
Json record_of(const MaskedTable& masked, const Progress& progress);

// All measures of it, for a report; a verdict alone where it cannot be measured.
struct MaskedReports {
  Json external;
  Json internal;
};
MaskedReports reports_of(const MaskedTable& masked, const Progress& progress);

struct Outcome {
  Json json;
  std::optional<Judged> judged;  // none where nothing may be released
  std::optional<Json> refusal;   // the report then
};

// `sources`: the 0-based original row of each masked one, where the caller has them.
Outcome evaluate(const Source& original, const Source& masked,
                 const std::optional<Lineage>& sources, const Said& said, const Progress& progress);

// tune, or with method "all" compare. A table is made of the choice where `make` is said.
Outcome tune(const Source& source, const Said& said, const Progress& progress);

// Tries, attacks, and writes table, reports and manifest into a new folder, or refuses.
struct ReleasedTable {
  Json manifest = {};
  MaskedReports reports = {};  // as they are written
  Table masked = {};
  Told told = {};
};
ReleasedTable release(const Source& source, const std::string& folder, const Said& said,
                      const Progress& progress);

// How many files of a release are as they were released; fails where one is not.
std::size_t verify(const std::string& folder, const Progress& progress);

Table simulate(const Said& said);

}  // namespace overhand::bindings
