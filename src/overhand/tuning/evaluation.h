// Evaluation: every measure of risk and loss of one masked table, as plain values that each face
// writes in its own way.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/statistics/wilson.h"

namespace overhand::tuning {

// Which original record is held against a masked record.
enum class Pairing {
  none,     // measures that compare no records
  row,      // row i with row i
  sorted,   // as in the paper (Algorithm 4): both tables sorted by a column, averaged over columns
  lineage,  // the record's true source
};

std::string name_of(Pairing pairing);   // "row"
std::string label_of(Pairing pairing);  // for people: "sorted, as in the paper"

struct Value {
  std::string name;  // as in risk/measures.h and utility/measures.h
  double value = 0;
  std::optional<statistics::Interval> interval = std::nullopt;  // of a sampled measure, 95 %
  std::optional<std::size_t> sample = std::nullopt;
};

using Values = std::vector<Value>;

// What one pairing gives. Where records are not paired, only what needs no pairing is there, and
// `score` is empty.
struct Figures {
  Pairing pairing = Pairing::none;
  Values risk;    // dbrl, rid, sdid
  Values loss;    // ps, pil, mae, mse, brmae, brmse
  Values score;   // risk, loss, overall
  Values beside;  // measures that are in no score
};

struct Evaluation {
  std::size_t rows = 0;         // of the original
  std::size_t masked_rows = 0;  // the same, unless the pairing is none
  std::size_t columns = 0;
  std::vector<Figures> figures;    // one for each pairing, the one asked for first
  std::vector<std::string> notes;  // sentences: what was left out or did not converge, and why
};

// The figures of that pairing, or null.
const Figures* find_figures(const Evaluation& evaluation, Pairing pairing);

// The value of that name among `values`; asserts that it is there.
double value_of(const Values& values, std::string_view name);

}  // namespace overhand::tuning
