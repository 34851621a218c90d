// Named analyses: what an analyst would compute, on the original and on the masked table, and how
// much the 95 % intervals of each coefficient overlap.
//
// The overlap is J = 1/2 (o / (u - l) + o / (u* - l*)), o the length of what both intervals share:
// 1 for the same interval, 0 for intervals apart. A. F. Karr, C. N. Kohnen, A. Oganian, J. P.
// Reiter and A. P. Sanil (2006), "A framework for evaluating the utility of data altered to protect
// confidentiality", The American Statistician 60.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/statistics/wilson.h"
#include "overhand/table/table.h"

namespace overhand::utility {

using statistics::Interval;

double interval_overlap(const Interval& a, const Interval& b);

// "income ~ age + edu", a name with signs in it between backticks, as in R.
struct ModelFormula {
  std::string text;
  std::string response;
  std::vector<std::string> terms;
};
Result<ModelFormula> formula_of(std::string_view text);

// An estimate and its interval, 1.96 standard errors on either side; none where the records do not
// tell it.
struct Estimate {
  double value;
  Interval interval;
};

struct Coefficient {
  std::string name;  // "(intercept)", "age", "edu = high"
  std::optional<Estimate> original;
  std::optional<Estimate> masked;
  double overlap = 0;  // 0 where one of them is not known
};

struct Analysis {
  std::string formula;
  bool is_logistic = false;
  std::string first_level = {};  // of the response, which a logistic one holds all others against
  bool is_of_scale = false;      // its levels are more than two and have an order
  std::size_t records = 0;       // without gaps in these columns, which are the ones that count
  std::size_t masked_records = 0;
  std::vector<Coefficient> coefficients;
};
double mean_overlap(const Analysis& analysis);

// The most levels of a category, and the most coefficients.
constexpr std::size_t most_analysed_levels = 50;
constexpr std::size_t most_coefficients = 200;

// What is wrong with it for this table: a name that is none of its columns, as in R's log(income)
// or a * b, which are not understood; a response of one level; too many levels or coefficients.
std::optional<Error> problem_with_analysis(const Table& original, const ModelFormula& formula);

// Linear where the response is a number, a date or a time; else logistic, of any other level than
// the first, as R's glm takes a factor. A category among the terms is an indicator of each level
// against the first. Levels are in their order, those of a text in alphabetical order.
Result<Analysis> analysis_of(const Table& original, const Table& masked,
                             const ModelFormula& formula);

// Each column to mask on the others, where that costs little: those of at most 10 levels and 20 %
// gaps, the first 12 of them, and nothing beyond 200,000 records.
std::vector<Analysis> usual_analyses(const Table& original, const Table& masked);

}  // namespace overhand::utility
