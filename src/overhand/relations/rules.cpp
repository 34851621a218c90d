#include "overhand/relations/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "overhand/core/stopping.h"
#include "overhand/relations/formula_text_internal.h"
#include "overhand/relations/identities.h"
#include "overhand/table/column_words.h"
#include "overhand/table/levels.h"

namespace overhand::relations {
namespace {

Texts texts_in(const Table& table, const std::string& name) {
  return texts_of(table.columns()[*find_column(table, name)]);
}

std::optional<Error> problem_with_broken(const Rule& rule, const Table& original) {
  if (!rule.compares_in(original)) {
    return problem_with("rule ", rule.text(),
                        "in no record of the original both sides are numbers, so that it tells "
                        "nothing");
  }
  const auto broken = rule.broken_in(original);
  const auto first = std::ranges::find(broken, char{1});
  if (first == broken.end()) return std::nullopt;
  Error error = problem_with(
      "rule ", rule.text(),
      fmt::format("{} of {} records of the original break it, and this is the first; a rule holds "
                  "in every one of them",
                  std::ranges::count(broken, char{1}), broken.size()));
  error.kind = ErrorKind::invalid_data;
  error.place.record = static_cast<std::size_t>(first - broken.begin()) + 1;
  return error;
}

}  // namespace

Rule Rule::order(const std::string& below, const std::string& above) {
  return {fmt::format("{} <= {}", formula_name(below), formula_name(above)),
          Compared{Formula::of_column(below), Comparison::at_most, Formula::of_column(above)}};
}

Rule Rule::telling(const std::string& teller, const std::string& told, const Table& original) {
  const Texts from = texts_in(original, teller);
  const Texts to = texts_in(original, told);
  Telling levels{teller, told, {}};
  for (std::size_t row = 0; row < from.size(); ++row) {
    const auto level = from[row];
    if (!level || !to[row] || levels.levels.contains(*level)) continue;
    levels.levels.emplace(*level, *to[row]);
  }
  return {fmt::format("{} tells {}", formula_name(teller), formula_name(told)), std::move(levels)};
}

Result<Rule> Rule::identity(const std::string& text, const std::string& left,
                            const std::string& right, const Table& table) {
  auto first = Formula::parse_part(left, table);
  if (!first) return first.error();
  auto second = Formula::parse_part(right, table);
  if (!second) return second.error();
  return Rule(text, Compared{*std::move(first), Comparison::equal, *std::move(second)});
}

std::set<std::string> Rule::columns() const {
  if (const auto* told = std::get_if<Telling>(&what_)) return {told->teller, told->told};
  if (const auto* level = std::get_if<Level>(&what_)) return {level->column};
  std::set<std::string> names;
  if (const auto* either = std::get_if<Either>(&what_)) {
    for (const Rule& rule : either->rules) names.merge(rule.columns());
    return names;
  }
  const auto& compared = std::get<Compared>(what_);
  names.insert(compared.left.columns().begin(), compared.left.columns().end());
  names.insert(compared.right.columns().begin(), compared.right.columns().end());
  return names;
}

bool Rule::compares_in(const Table& table) const {
  if (const auto* either = std::get_if<Either>(&what_)) {
    return std::ranges::any_of(either->rules,
                               [&](const Rule& rule) { return rule.compares_in(table); });
  }
  const auto* compared = std::get_if<Compared>(&what_);
  if (compared == nullptr) return true;
  const Cells<double> lefts = compared->left.values(table);
  const Cells<double> rights = compared->right.values(table);
  for (std::size_t row = 0; row < lefts.size(); ++row) {
    if (!is_missing(lefts[row]) && !is_missing(rights[row])) return true;
  }
  return lefts.size() == 0;
}

bool Rule::is_equality() const {
  const auto* compared = std::get_if<Compared>(&what_);
  return compared != nullptr && compared->comparison == Comparison::equal;
}

// Every comparison with what is missing is false.
bool Rule::Compared::is_broken_by(double left_value, double right_value) const {
  const double slack = rounding * std::max(std::abs(left_value), std::abs(right_value));
  switch (comparison) {
    case Comparison::below:
      return left_value >= right_value;
    case Comparison::at_most:
      return left_value > right_value + slack;
    case Comparison::equal:
      return std::abs(left_value - right_value) > slack;
    case Comparison::unequal:
      return left_value == right_value;
  }
  return false;
}

std::vector<char> Rule::Compared::broken_in(const Table& table) const {
  const Cells<double> lefts = left.values(table);
  const Cells<double> rights = right.values(table);
  std::vector<char> broken(table.row_count());
  for (std::size_t row = 0; row < broken.size(); ++row) {
    broken[row] = static_cast<char>(is_broken_by(lefts[row], rights[row]));
  }
  return broken;
}

std::vector<char> Rule::Telling::broken_in(const Table& table) const {
  const Texts from = texts_in(table, teller);
  const Texts to = texts_in(table, told);
  std::vector<std::optional<std::string_view>> expected(from.dictionary().size());
  for (std::size_t code = 0; code < expected.size(); ++code) {
    const auto found = levels.find(from.dictionary()[code]);
    if (found != levels.end()) expected[code] = found->second;
  }
  std::vector<char> broken(table.row_count());
  for (std::size_t row = 0; row < broken.size(); ++row) {
    const Code code = from.codes()[row];
    if (is_missing(code) || !to[row]) continue;
    const auto& level = expected[static_cast<std::size_t>(code)];
    broken[row] = static_cast<char>(level && *level != *to[row]);
  }
  return broken;
}

std::vector<char> Rule::Level::broken_in(const Table& table) const {
  const Texts texts = texts_in(table, column);
  std::vector<char> broken(table.row_count());
  for (std::size_t row = 0; row < broken.size(); ++row) {
    const auto text = texts[row];
    broken[row] = static_cast<char>(text && (*text == level) != is_it);
  }
  return broken;
}

bool Rule::Either::operator==(const Either& other) const { return rules == other.rules; }

std::vector<char> Rule::Either::broken_in(const Table& table) const {
  std::vector<char> broken(table.row_count(), 1);
  for (const Rule& rule : rules) {
    std::ranges::transform(rule.broken_in(table), broken, broken.begin(), std::bit_and<>());
  }
  return broken;
}

std::vector<char> Rule::broken_in(const Table& table) const {
  return std::visit([&](const auto& rule) { return rule.broken_in(table); }, what_);
}

Result<std::vector<Rule>> said_rules(const std::vector<std::string>& texts, const Table& original) {
  std::vector<Rule> rules;
  for (const std::string& text : texts) {
    stop_if_cancelled();
    auto rule = Rule::parse(text, original);
    if (!rule) return rule.error();
    if (auto problem = problem_with_broken(*rule, original)) return *std::move(problem);
    rules.push_back(*std::move(rule));
  }
  return rules;
}

Result<std::vector<Rule>> rules_of(const Table& original, const std::vector<std::string>& said) {
  auto rules = said_rules(said, original);
  if (!rules) return rules;
  const auto is_said = [&](const Rule& identity) {
    return std::ranges::any_of(*rules, [&](const Rule& rule) {
      return rule.is_equality() && rule.columns() == identity.columns();
    });
  };
  std::vector<Rule> found = identity_rules(original);
  std::erase_if(found, is_said);
  for (Rule& identity : found) rules->push_back(std::move(identity));
  for (Rule& mined : mined_rules(original)) {
    if (std::ranges::find(*rules, mined) == rules->end()) rules->push_back(std::move(mined));
  }
  return rules;
}

Broken broken_rules(const std::vector<Rule>& rules, const Table& table) {
  Broken broken;
  if (!rules.empty()) broken.records.resize(table.row_count());
  for (const Rule& rule : rules) {
    stop_if_cancelled();
    const auto of_rule = rule.broken_in(table);
    broken.counts.push_back(static_cast<std::size_t>(std::ranges::count(of_rule, char{1})));
    std::ranges::transform(of_rule, broken.records, broken.records.begin(), std::bit_or<>());
  }
  return broken;
}

}  // namespace overhand::relations
