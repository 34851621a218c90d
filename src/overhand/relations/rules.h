// Rules: what every record obeys, as comparisons such as tax <= income.
#pragma once

#include <string>
#include <vector>

#include "overhand/relations/formula.h"

namespace overhand::relations {

class Rule {
 public:
  // One of < <= > >= == != between two formulas. Fails on any other text, and where a formula
  // fails.
  static Result<Rule> parse(const std::string& text, const Table& table);

  // "below <= above", of two columns.
  static Rule order(const std::string& below, const std::string& above);

  const std::string& text() const { return text_; }

  // For each record whether it breaks the rule. A gap breaks none; nor does what rounding can
  // explain, a billionth of the larger side.
  std::vector<char> broken_in(const Table& table) const;

  // The same comparison, however it is written: a <= b is b >= a.
  bool operator==(const Rule& other) const {
    return left_ == other.left_ && comparison_ == other.comparison_ && right_ == other.right_;
  }

 private:
  enum class Comparison { below, at_most, equal, unequal };

  Rule(std::string text, Formula left, Comparison comparison, Formula right)
      : text_(std::move(text)),
        left_(std::move(left)),
        right_(std::move(right)),
        comparison_(comparison) {}

  static bool is_broken(double left, Comparison comparison, double right);

  std::string text_;
  Formula left_;
  Formula right_;
  Comparison comparison_;
};

// The rules that are said. Fails on one that is none, and on one that the original breaks: how many
// records do, and in the error's place the first of them.
Result<std::vector<Rule>> said_rules(const std::vector<std::string>& texts, const Table& original);

// That one column is nowhere above another, for the columns to mask that are numbers or times of
// one kind. A pair is a rule where it is no coincidence: a random pairing of the two columns would
// break it in 5 % of the records at least, and in so many that chance alone would not obey it in
// all of them. What follows from two others is left out.
std::vector<Rule> mined_rules(const Table& original);

// Those that are said and those that are mined, each once.
Result<std::vector<Rule>> rules_of(const Table& original, const std::vector<std::string>& said);

struct Broken {
  std::vector<std::size_t> counts = {};  // by rule: the records that break it
  std::vector<char> records = {};        // by record: whether it breaks any; empty without rules
};
Broken broken_rules(const std::vector<Rule>& rules, const Table& table);

}  // namespace overhand::relations
