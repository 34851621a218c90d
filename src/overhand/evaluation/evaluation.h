// Evaluation: what was measured of one masked table, as typed values that each face writes in its
// own way.
#pragma once

#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "overhand/evaluation/measures.h"
#include "overhand/evaluation/plausibility.h"
#include "overhand/risk/isolation.h"
#include "overhand/statistics/wilson.h"
#include "overhand/utility/analysis.h"
#include "overhand/utility/association_changes.h"
#include "overhand/utility/weighted.h"

namespace overhand::evaluation {

// Which original record is held against a masked record.
enum class Pairing {
  none,     // measures that compare no records
  row,      // row i with row i
  sorted,   // as in the paper (Algorithm 4): both tables sorted by a column, averaged over columns
  lineage,  // the record's true source
};

std::string name_of(Pairing pairing);   // "row"
std::string label_of(Pairing pairing);  // for people: "sorted, as in the paper"

struct Measurement {
  MeasureId id;
  double value = 0;
  std::optional<statistics::Interval> interval = std::nullopt;  // of a sampled measure, 95 %
  std::optional<std::size_t> sample = std::nullopt;             // the records that were tried
  std::optional<double> target = std::nullopt;   // of an attack: its rate on those in the table
  std::optional<double> control = std::nullopt;  // and on others, whom the table cannot betray
};

// The upper end of the interval where there is one: what a sampled share is held to.
double highest(const Measurement& measurement);

// What one pairing gives. Where records are not paired, only what needs no pairing is there.
struct Measurements {
  Pairing pairing = Pairing::none;
  std::vector<Measurement> all = {};  // in the order of the catalogue
};

// Whether it was measured: a table without numbers has no rank errors.
bool has(const Measurements& measurements, MeasureId id);

// Those of a measure that was measured.
const Measurement& measurement_of(const Measurements& measurements, MeasureId id);
double value_of(const Measurements& measurements, MeasureId id);

// Puts what was measured elsewhere, of more records, in the place of one; and what is computed of
// it follows.
void replace(const Measurement& measurement, Measurements& measurements);

inline auto in_group(const Measurements& measurements, Group group) {
  return measurements.all | std::views::filter([group](const Measurement& measurement) {
           return measure_of(measurement.id).group() == group;
         });
}

struct Evaluation {
  std::size_t rows = 0;         // of the original
  std::size_t masked_rows = 0;  // the same, unless the pairing is none
  std::size_t columns = 0;
  std::vector<Measurements> by_pairing = {};                        // the pairing asked for first
  std::optional<risk::LinkedByIsolation> isolation = std::nullopt;  // where it was asked for
  std::vector<utility::Analysis> analyses = {};          // by name, where some were asked for
  std::vector<BrokenRule> broken_rules = {};             // the most broken first
  std::string weight = {};                               // by which records are weighted, if any
  std::vector<utility::WeightedColumn> weighted = {};    // by that weight
  std::vector<utility::WeightedSum> weighted_sums = {};  // of it, all records first
  std::optional<utility::AssociationChange> worst_association = std::nullopt;  // of any two columns
  std::vector<std::string> unrelated = {};  // kept columns of which no association can be told
  std::vector<std::string> notes = {};  // sentences: what was left out or did not converge, and why
};

// What that pairing gives, or null.
const Measurements* find_pairing(const Evaluation& evaluation, Pairing pairing);

}  // namespace overhand::evaluation
