#include "overhand/relations/identities.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "overhand/core/stopping.h"
#include "overhand/relations/derivation.h"
#include "overhand/relations/formula.h"
#include "overhand/table/amounts.h"

namespace overhand::relations {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t most_records_to_search = 20'000;  // the rest is held against what is found
constexpr std::size_t fewest_complete = 50;             // else a relation may be chance
constexpr std::size_t records_for_each_column = 5;      // the same

constexpr double largest = 1e140;  // whose squares can be summed

struct Fraction {
  int over = 0;
  int under = 1;

  double value() const { return static_cast<double>(over) / under; }
};

// The sum of coefficient times column, over all of `terms`, is `constant` in every record.
struct Relation {
  std::map<std::size_t, Fraction> terms;  // by place among the columns
  double constant = 0;
  std::size_t left = 0;  // the column that is computed from the others
};

struct CompleteNumbers {
  std::vector<std::string> names;
  std::vector<Reals> columns;

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

bool varies(const Reals& values) {
  return std::ranges::adjacent_find(values, std::not_equal_to()) != values.end();
}

// Those that vary, and whose squares can be summed.
CompleteNumbers usable(CompleteNumbers numbers) {
  CompleteNumbers some;
  for (std::size_t j = 0; j < numbers.columns.size(); ++j) {
    Reals& values = numbers.columns[j];
    const bool can_be_squared =
        std::ranges::all_of(values, [](double value) { return std::abs(value) <= largest; });
    if (!can_be_squared || !varies(values)) continue;
    some.names.push_back(std::move(numbers.names[j]));
    some.columns.push_back(std::move(values));
  }
  return some;
}

CompleteNumbers derivable_numbers(const Table& table) {
  CompleteNumbers numbers;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask || !is_derivable(column.type)) continue;
    if (missing_count(column.values) > 0) continue;
    numbers.names.push_back(column.name);
    const auto values = *amounts(column);
    numbers.columns.emplace_back(values.begin(), values.end());
  }
  return usable(std::move(numbers));
}

// With kept numbers, after those to mask, so that what is kept is told by what is masked; without
// columns that miss more than this share of their values.
CompleteNumbers all_numbers(const Table& table, double most_missing) {
  CompleteNumbers numbers;
  for (const Role role : {Role::mask, Role::keep}) {
    for (const Column& column : table.columns()) {
      const auto values = column.role == role ? amounts(column) : std::nullopt;
      if (!values) continue;
      const auto gaps =
          std::ranges::count_if(*values, [](double value) { return is_missing(value); });
      if (static_cast<double>(gaps) > most_missing * static_cast<double>(values->size())) continue;
      numbers.names.push_back(column.name);
      numbers.columns.emplace_back(values->begin(), values->end());
    }
  }
  return numbers;
}

// The records that have all of them.
CompleteNumbers complete(CompleteNumbers numbers) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < numbers.rows(); ++row) {
    if (std::ranges::none_of(numbers.columns,
                             [&](const Reals& values) { return is_missing(values[row]); })) {
      rows.push_back(row);
    }
  }
  if (rows.size() == numbers.rows()) return usable(std::move(numbers));
  for (Reals& values : numbers.columns) {
    Reals some(rows.size());
    std::ranges::transform(rows, some.begin(), [&](std::size_t row) { return values[row]; });
    values = std::move(some);
  }
  return usable(std::move(numbers));
}

bool are_enough(const CompleteNumbers& numbers) {
  const std::size_t columns = numbers.columns.size();
  return columns > 1 &&
         numbers.rows() >= std::max(fewest_complete, records_for_each_column * columns);
}

// Every step-th record, so that a sorted file is no other table.
struct Standardised {
  explicit Standardised(const CompleteNumbers& numbers) {
    const std::size_t rows = numbers.rows();
    const std::size_t step = 1 + rows / most_records_to_search;
    const auto searched = static_cast<Index>((rows + step - 1) / step);
    const auto p = static_cast<Index>(numbers.columns.size());
    values.resize(searched, p);
    for (Index j = 0; j < p; ++j) {
      const Reals& column = numbers.columns[static_cast<std::size_t>(j)];
      for (Index i = 0; i < searched; ++i)
        values(i, j) = column[static_cast<std::size_t>(i) * step];
    }
    const Eigen::RowVectorXd means = values.colwise().mean();
    values.rowwise() -= means;
    scales = values.colwise().norm();
    for (Index j = 0; j < p; ++j) values.col(j) /= scales[j] > 0 ? scales[j] : 1;
  }

  MatrixXd values;
  VectorXd scales;  // of a column, its centred length
};

// The nearest fraction with a small denominator, where it is near enough to be meant.
std::optional<Fraction> as_fraction(double value) {
  constexpr int largest_under = 12;
  constexpr double largest_over = 1000;
  constexpr double near = 1e-5;
  for (int under = 1; under <= largest_under; ++under) {
    const double over = std::round(value * under);
    if (std::abs(over) > largest_over) return std::nullopt;
    if (std::abs(value - over / under) <= near * std::max(1.0, std::abs(value))) {
      return Fraction{static_cast<int>(over), under};
    }
  }
  return std::nullopt;
}

double sum_in(const Relation& relation, const CompleteNumbers& numbers, std::size_t row) {
  double sum = 0;
  for (const auto& [column, coefficient] : relation.terms) {
    sum += coefficient.value() * numbers.columns[column][row];
  }
  return sum;
}

double size_in(const Relation& relation, const CompleteNumbers& numbers, std::size_t row) {
  double size = std::abs(relation.constant);
  for (const auto& [column, coefficient] : relation.terms) {
    size += std::abs(coefficient.value() * numbers.columns[column][row]);
  }
  return size;
}

bool holds(const Relation& relation, const CompleteNumbers& numbers) {
  constexpr double rounding = 1e-11;
  for (std::size_t row = 0; row < numbers.rows(); ++row) {
    const double off = std::abs(sum_in(relation, numbers, row) - relation.constant);
    if (off > rounding * size_in(relation, numbers, row)) return false;
  }
  return true;
}

// The column at `dependent` as a combination of the independent ones: coefficients are those of
// the least squares of the standardised columns, put back in their units.
std::optional<Relation> relation_of(Index dependent, const std::vector<Index>& independent,
                                    const VectorXd& coefficients, const Standardised& standardised,
                                    const CompleteNumbers& numbers) {
  constexpr double nothing = 1e-6;
  Relation relation;
  relation.left = static_cast<std::size_t>(dependent);
  relation.terms[relation.left] = {1, 1};
  for (std::size_t i = 0; i < independent.size(); ++i) {
    const double standard = coefficients[static_cast<Index>(i)];
    if (std::abs(standard) < nothing) continue;
    const auto fraction = as_fraction(-standard * standardised.scales[dependent] /
                                      standardised.scales[independent[i]]);
    if (!fraction || fraction->over == 0) return std::nullopt;
    relation.terms[static_cast<std::size_t>(independent[i])] = *fraction;
  }
  if (relation.terms.size() < 2) return std::nullopt;
  const double constant = sum_in(relation, numbers, 0);
  const double whole = std::round(constant);
  if (std::abs(constant - whole) > 1e-9 * size_in(relation, numbers, 0)) return std::nullopt;
  relation.constant = whole;
  return holds(relation, numbers) ? std::optional(relation) : std::nullopt;
}

// Column after column: one of which nothing is left after projection on the earlier independent
// ones depends on them.
std::vector<Relation> relations_of(const CompleteNumbers& numbers) {
  constexpr double nothing_left = 1e-9;  // of a column's length
  const Standardised standardised(numbers);
  std::vector<Relation> found;
  std::vector<Index> independent;
  MatrixXd basis(standardised.values.rows(), 0);
  for (Index j = 0; j < standardised.values.cols(); ++j) {
    stop_if_cancelled();
    if (standardised.scales[j] == 0) continue;  // it varies too little to be told from rounding
    VectorXd left = standardised.values.col(j);
    for (int pass = 0; pass < 2; ++pass) left -= basis * (basis.transpose() * left);
    if (left.norm() > nothing_left) {
      independent.push_back(j);
      basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
      basis.col(basis.cols() - 1) = left.normalized();
      continue;
    }
    const MatrixXd predictors = standardised.values(Eigen::all, independent);
    const VectorXd coefficients =
        predictors.colPivHouseholderQr().solve(standardised.values.col(j));
    if (auto relation = relation_of(j, independent, coefficients, standardised, numbers)) {
      found.push_back(*std::move(relation));
    }
  }
  return found;
}

// A total: its sign is other than that of every other term, and they add up to it.
bool is_total(const Relation& relation, std::size_t column) {
  const Fraction& own = relation.terms.at(column);
  if (std::abs(own.over) != own.under) return false;
  return std::ranges::all_of(relation.terms, [&](const auto& term) {
    return term.first == column || (term.second.over < 0) != (own.over < 0);
  });
}

bool has_circle(const std::vector<Relation>& relations) {
  std::map<std::size_t, const Relation*> by_left;
  for (const Relation& relation : relations) by_left[relation.left] = &relation;
  std::set<std::size_t> done;
  std::set<std::size_t> open;
  const std::function<bool(std::size_t)> returns = [&](std::size_t column) {
    const auto relation = by_left.find(column);
    if (relation == by_left.end() || done.contains(column)) return false;
    if (!open.insert(column).second) return true;
    for (const auto& [other, coefficient] : relation->second->terms) {
      if (other != column && returns(other)) return true;
    }
    open.erase(column);
    done.insert(column);
    return false;
  };
  return std::ranges::any_of(relations,
                             [&](const Relation& relation) { return returns(relation.left); });
}

// Totals on the left, each column once and none computed from itself.
std::vector<Relation> with_totals_left(std::vector<Relation> relations) {
  for (Relation& relation : relations) {
    const std::size_t before = relation.left;
    if (is_total(relation, before)) continue;
    for (const auto& [column, coefficient] : relation.terms) {
      const bool is_taken = std::ranges::any_of(
          relations, [&](const Relation& other) { return other.left == column; });
      if (is_taken || !is_total(relation, column)) continue;
      relation.left = column;
      if (!has_circle(relations)) break;
      relation.left = before;
    }
  }
  return relations;
}

std::string text_of(double coefficient, const std::string& name, bool is_first) {
  const std::string sign = coefficient < 0 ? (is_first ? "-" : " - ") : (is_first ? "" : " + ");
  const double size = std::abs(coefficient);
  return size == 1 ? sign + name : fmt::format("{}{} * {}", sign, size, name);
}

std::string formula_of(const Relation& relation, const CompleteNumbers& numbers) {
  const double own = relation.terms.at(relation.left).value();
  std::string text = formula_name(numbers.names[relation.left]) + " =";
  std::string right;
  for (const auto& [column, coefficient] : relation.terms) {
    if (column == relation.left) continue;
    right +=
        text_of(-coefficient.value() / own, formula_name(numbers.names[column]), right.empty());
  }
  const double constant = relation.constant / own;
  if (constant != 0) right += fmt::format(" {} {}", constant < 0 ? '-' : '+', std::abs(constant));
  return text + " " + right;
}

// The terms of one sign, so that nothing is small because two large ones meet.
std::string side_of(const Relation& relation, const CompleteNumbers& numbers, double sign) {
  std::string text;
  for (const auto& [column, coefficient] : relation.terms) {
    const double value = sign * coefficient.value();
    if (value > 0) text += text_of(value, formula_name(numbers.names[column]), text.empty());
  }
  const double constant = -sign * relation.constant;
  if (constant > 0 || text.empty()) {
    text += fmt::format("{}{}", text.empty() ? "" : " + ", std::max(constant, 0.0));
  }
  return text;
}

bool names_masked(const Relation& relation, const CompleteNumbers& numbers, const Table& table) {
  return std::ranges::any_of(relation.terms, [&](const auto& term) {
    return table.columns()[*find_column(table, numbers.names[term.first])].role == Role::mask;
  });
}

}  // namespace

std::vector<std::string> identities(const Table& table) {
  const CompleteNumbers numbers = derivable_numbers(table);
  std::vector<std::string> texts;
  if (!are_enough(numbers)) return texts;
  for (const Relation& relation : with_totals_left(relations_of(numbers))) {
    texts.push_back(formula_of(relation, numbers));
  }
  const auto to_mask =
      static_cast<std::size_t>(std::ranges::count(table.columns(), Role::mask, &Column::role));
  texts.resize(std::min(texts.size(), to_mask - 2));
  return texts;
}

std::vector<Rule> identity_rules(const Table& table) {
  constexpr double most_missing = 0.5;
  CompleteNumbers numbers = complete(all_numbers(table, most_missing));
  if (!are_enough(numbers)) numbers = complete(all_numbers(table, 0));
  std::vector<Rule> rules;
  if (!are_enough(numbers)) return rules;
  for (const Relation& relation : with_totals_left(relations_of(numbers))) {
    if (!names_masked(relation, numbers, table)) continue;
    auto rule = Rule::identity(formula_of(relation, numbers), side_of(relation, numbers, 1),
                               side_of(relation, numbers, -1), table);
    if (!rule) continue;
    const auto broken = rule->broken_in(table);
    if (std::ranges::find(broken, char{1}) == broken.end()) rules.push_back(*std::move(rule));
  }
  return rules;
}

}  // namespace overhand::relations
