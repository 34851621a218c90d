#include "overhand/utility/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/statistics/measured.h"
#include "overhand/table/column_words.h"
#include "overhand/utility/regression_internal.h"

namespace overhand::utility {
namespace {

using Eigen::Index;
using statistics::Category;
using statistics::Measured;

Error formula_error(std::string message) { return {ErrorKind::invalid_option, std::move(message)}; }

// One column of the design: a number, or an indicator of a level.
struct Term {
  std::string name;
  std::size_t column;  // of the amounts, or of the categories
  std::optional<Code> level = {};
};

// The codes of a category in the order in which an analyst expects its levels.
std::vector<Code> codes_in_order(const Category& category, bool is_text) {
  std::vector<bool> is_there(category.code_count(), false);
  for (const Code code : category.codes) is_there[static_cast<std::size_t>(code)] = true;
  std::vector<Code> codes;
  for (Code code = 1; static_cast<std::size_t>(code) < category.code_count(); ++code) {
    if (is_there[static_cast<std::size_t>(code)]) codes.push_back(code);
  }
  if (is_text) {
    std::ranges::sort(codes, {}, [&](Code code) { return category.name_of(code); });
  }
  return codes;
}

std::optional<std::size_t> place_of(const std::string& name, const Measured& measured) {
  for (std::size_t j = 0; j < measured.numbers.amounts; ++j) {
    if (measured.numbers.names[j] == name) return j;
  }
  return std::nullopt;
}

std::size_t category_called(const std::string& name, const Measured& measured) {
  const auto found = std::ranges::find(measured.categories, name, &Category::name);
  return static_cast<std::size_t>(found - measured.categories.begin());
}

bool is_text(const Table& table, const std::string& name) {
  const auto place = find_column(table, name);
  return place && std::holds_alternative<type::Text>(table.columns()[*place].type);
}

// The model as the original tells it: which columns, which levels, against which.
struct Model {
  std::optional<std::size_t> number;  // the response, where it is one
  std::size_t category = 0;           // else this one
  Code first_level = Category::gap;
  std::string first_name = {};
  bool is_of_scale = false;
  std::vector<Term> terms = {};
};

class Modelling {
 public:
  Modelling(const Table& original, const Measured& x, const Measured& m)
      : original_(original), x_(x), m_(m) {}

  Result<Model> model_of(const ModelFormula& formula) const {
    Model model{place_of(formula.response, x_)};
    if (!model.number) {
      model.category = category_called(formula.response, x_);
      const auto codes = levels_of(model.category);
      if (codes.size() < 2) {
        return formula_error(
            fmt::format("{} has one level in the original: nothing can be told apart.",
                        at_start(formula.response)));
      }
      model.first_level = codes.front();
      model.first_name = shown_level(model.category, codes.front());
      model.is_of_scale = codes.size() > 2 && x_.categories[model.category].is_ordered;
    }
    for (const std::string& term : formula.terms) {
      if (auto added = add_term(model, term); !added) return added.error();
    }
    return model;
  }

 private:
  std::vector<Code> levels_of(std::size_t k) const {
    const Category& category = x_.categories[k];
    return codes_in_order(category, is_text(original_, category.name));
  }

  Status add_term(Model& model, const std::string& term) const {
    if (const auto place = place_of(term, x_)) {
      model.terms.push_back({term, *place});
      return Done{};
    }
    const std::size_t k = category_called(term, x_);
    const auto codes = levels_of(k);
    if (codes.size() > most_analysed_levels) {
      return formula_error(fmt::format("{} has {} levels, and an analysis takes at most {}.",
                                       at_start(term), codes.size(), most_analysed_levels));
    }
    for (std::size_t place = 1; place < codes.size(); ++place) {
      model.terms.push_back({term + " = " + shown_level(k, codes[place]), k, codes[place]});
    }
    return Done{};
  }

  // A level that the masked table has not is nobody's to see.
  std::string shown_level(std::size_t k, Code code) const {
    const bool is_out =
        std::ranges::find(m_.categories[k].codes, code) != m_.categories[k].codes.end();
    return is_out ? x_.categories[k].name_of(code) : "(a level that the masked table has not)";
  }

  const Table& original_;
  const Measured& x_;
  const Measured& m_;
};

bool has_gap(const Measured& table, std::size_t row) {
  const auto record = table.numbers.record(row).first(table.numbers.amounts);
  return std::ranges::any_of(record, [](double value) { return is_missing(value); }) ||
         std::ranges::any_of(table.categories, [&](const Category& category) {
           return category.codes[row] == Category::gap;
         });
}

std::vector<Row> complete_records(const Measured& table) {
  std::vector<Row> rows;
  for (Row row = 0; row < table.rows; ++row) {
    if (!has_gap(table, row)) rows.push_back(row);
  }
  return rows;
}

Regression fitted(const Model& model, const Measured& table, const std::vector<Row>& rows) {
  const auto n = static_cast<Index>(rows.size());
  Eigen::MatrixXd design(n, static_cast<Index>(model.terms.size()));
  Eigen::VectorXd response(n);
  for (Index i = 0; i < n; ++i) {
    const Row row = rows[static_cast<std::size_t>(i)];
    for (Index t = 0; t < design.cols(); ++t) {
      const Term& term = model.terms[static_cast<std::size_t>(t)];
      design(i, t) = !term.level ? table.numbers.columns[term.column][row]
                     : table.categories[term.column].codes[row] == *term.level ? 1
                                                                               : 0;
    }
    response[i] = model.number ? table.numbers.columns[*model.number][row]
                  : table.categories[model.category].codes[row] == model.first_level ? 0
                                                                                     : 1;
  }
  return model.number ? linear_regression(design, response) : logistic_regression(design, response);
}

std::optional<Estimate> estimate_of(const Regression& fit, Index k) {
  constexpr double standard_errors = 1.959963984540054;
  const double value = fit.estimate[k];
  if (!std::isfinite(value) || !std::isfinite(fit.error[k])) return std::nullopt;
  const double reach = standard_errors * fit.error[k];
  return Estimate{value, {value - reach, value + reach}};
}

std::vector<std::string> columns_of(const ModelFormula& formula) {
  std::vector<std::string> names = {formula.response};
  names.insert(names.end(), formula.terms.begin(), formula.terms.end());
  return names;
}

std::string trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  const bool is_quoted = text.size() > 1 && text.front() == '`' && text.back() == '`';
  return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

// At the signs that stand outside backticks.
std::vector<std::string> split(std::string_view text, char sign) {
  std::vector<std::string> parts(1);
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '`') is_quoted = !is_quoted;
    if (c == sign && !is_quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// What of R's language a name that is no column looks like, and what to do.
std::string remedy_for(const std::string& name) {
  if (name == ".") return "name the columns";
  if (name.starts_with("factor(")) {
    return "a category needs no factor(), and a number is one with type = \"category\" in a schema";
  }
  if (name == "0" || name == "1" || name == "-1" || name.ends_with("- 1") || name.ends_with("-1")) {
    return "the intercept is always there";
  }
  if (name.find_first_of("()*:^/|%-") == std::string::npos) return "";
  return "make a column of it in both tables, and name that";
}

std::optional<Error> problem_with_names(const Table& original, const ModelFormula& formula) {
  std::vector<std::string> known;
  for (const Column& column : original.columns()) {
    if (column.role != Role::unit) known.push_back(column.name);
  }
  for (const std::string& name : columns_of(formula)) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string remedy = remedy_for(name);
    if (remedy.empty()) {
      return formula_error(
          fmt::format("'{}': '{}' is none of the columns that are masked or kept, which are {}.",
                      told(formula.text), told(name), told(known)));
    }
    return formula_error(
        fmt::format("'{}': '{}' is no column, and only + between names of columns is understood; "
                    "{}.",
                    told(formula.text), told(name), remedy));
  }
  return std::nullopt;
}

std::optional<Error> problem_with_size(const Model& model, const ModelFormula& formula) {
  if (model.terms.size() < most_coefficients) return std::nullopt;
  return formula_error(fmt::format("'{}' has {} coefficients, and an analysis takes at most {}.",
                                   told(formula.text), model.terms.size() + 1, most_coefficients));
}

bool is_simple(const Column& column) {
  constexpr std::size_t most_levels = 10;
  constexpr double most_gaps = 0.2;
  if (static_cast<double>(missing_count(column.values)) >
      most_gaps * static_cast<double>(column.size())) {
    return false;
  }
  const auto* texts = std::get_if<Texts>(&column.values);
  return texts == nullptr || texts->dictionary().size() <= most_levels;
}

}  // namespace

double interval_overlap(const Interval& a, const Interval& b) {
  const double shared = std::min(a.high, b.high) - std::max(a.low, b.low);
  const double first = a.high - a.low;
  const double second = b.high - b.low;
  if (first <= 0 || second <= 0) return shared >= 0 ? 1 : 0;  // known exactly
  return std::max(0.0, shared) / 2 * (1 / first + 1 / second);
}

Result<ModelFormula> formula_of(std::string_view text) {
  const auto sides = split(text, '~');
  ModelFormula formula{std::string(text), "", {}};
  if (sides.size() == 2) {
    formula.response = trimmed(sides[0]);
    for (const std::string& term : split(sides[1], '+')) formula.terms.push_back(trimmed(term));
  }
  const auto names = columns_of(formula);
  if (sides.size() != 2 || std::ranges::find(names, "") != names.end()) {
    return formula_error(
        fmt::format("'{}' is no analysis; write it as \"income ~ age + edu\".", told(text)));
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (std::ranges::count(names, names[i]) > 1) {
      return formula_error(fmt::format("'{}' names {} twice.", told(text), in_words(names[i])));
    }
  }
  return formula;
}

double mean_overlap(const Analysis& analysis) {
  double sum = 0;
  for (const Coefficient& one : analysis.coefficients) sum += one.overlap;
  return analysis.coefficients.empty() ? 0
                                       : sum / static_cast<double>(analysis.coefficients.size());
}

std::optional<Error> problem_with_analysis(const Table& original, const ModelFormula& formula) {
  if (auto problem = problem_with_names(original, formula)) return problem;
  const auto x = statistics::measured_of(original, columns_of(formula), "original");
  if (!x) return x.error();
  const auto model = Modelling(original, *x, *x).model_of(formula);
  if (!model) return model.error();
  return problem_with_size(*model, formula);
}

Result<Analysis> analysis_of(const Table& original, const Table& masked,
                             const ModelFormula& formula) {
  if (auto problem = problem_with_names(original, formula)) return *std::move(problem);
  const auto x = statistics::measured_of(original, columns_of(formula), "original");
  if (!x) return x.error();
  const auto m = statistics::measured_like(*x, masked, "masked");
  if (!m) return m.error();
  const auto model = Modelling(original, *x, *m).model_of(formula);
  if (!model) return model.error();
  if (auto problem = problem_with_size(*model, formula)) return *std::move(problem);
  const auto rows = complete_records(*x);
  const auto masked_rows = complete_records(*m);
  const Regression before = fitted(*model, *x, rows);
  const Regression after = fitted(*model, *m, masked_rows);
  Analysis analysis{.formula = formula.text,
                    .is_logistic = !model->number,
                    .first_level = model->first_name,
                    .is_of_scale = model->is_of_scale,
                    .records = rows.size(),
                    .masked_records = masked_rows.size(),
                    .coefficients = {}};
  for (std::size_t k = 0; k <= model->terms.size(); ++k) {
    const auto place = static_cast<Index>(k);
    Coefficient one{k == 0 ? "(intercept)" : model->terms[k - 1].name, estimate_of(before, place),
                    estimate_of(after, place)};
    if (one.original && one.masked) {
      one.overlap = interval_overlap(one.original->interval, one.masked->interval);
    }
    analysis.coefficients.push_back(std::move(one));
  }
  return analysis;
}

std::vector<Analysis> usual_analyses(const Table& original, const Table& masked) {
  constexpr std::size_t most_columns = 12;
  constexpr std::size_t most_records = 200'000;
  std::vector<std::string> names;
  for (const Column& column : original.columns()) {
    const bool is_taken = column.role == Role::mask && is_simple(column);
    if (is_taken && names.size() < most_columns) names.push_back(column.name);
  }
  if (names.size() < 2 || original.row_count() > most_records) return {};
  std::vector<std::optional<Analysis>> found(names.size());
  parallel_for_each_index(names.size(), [&](std::size_t j) {
    ModelFormula formula{fmt::format("{} ~ .", names[j]), names[j], names};
    std::erase(formula.terms, names[j]);
    if (auto analysis = analysis_of(original, masked, formula)) found[j] = *std::move(analysis);
  });
  std::vector<Analysis> analyses;
  for (auto& one : found) {
    if (one && std::ranges::any_of(one->coefficients, [](const Coefficient& coefficient) {
          return coefficient.original.has_value();
        })) {
      analyses.push_back(*std::move(one));
    }
  }
  return analyses;
}

}  // namespace overhand::utility
