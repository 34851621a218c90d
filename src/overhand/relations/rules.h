// Rules: what every record obeys, as comparisons such as tax <= income and ward == "Surgery", of
// which one or another holds, or that one column tells another: each level of zip goes with one
// level of town.
#pragma once

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "overhand/relations/formula.h"

namespace overhand::relations {

class Rule {
 public:
  // One of < <= > >= == != between two formulas, == or != between a column of levels and a level in
  // quotes, several of these with "or" between them, or "a tells b" of two columns. Fails on any
  // other text, where a formula fails, and on a level that no record has.
  static Result<Rule> parse(const std::string& text, const Table& table);

  // "below <= above", of two columns.
  static Rule order(const std::string& below, const std::string& above);

  // "teller tells told", by the levels that go together in the original, where each level of the
  // first has one of the second; else the first that stands with it.
  static Rule telling(const std::string& teller, const std::string& told, const Table& original);

  // What adds up to the same on both sides, called `text`; the parts are formulas.
  static Result<Rule> identity(const std::string& text, const std::string& left,
                               const std::string& right, const Table& table);

  const std::string& text() const { return text_; }

  // The columns that it names, in the order of their names.
  std::set<std::string> columns() const;
  bool is_equality() const;
  // Whether in some record both sides are numbers.
  bool compares_in(const Table& table) const;

  // For each record whether it breaks the rule, all of its comparisons where "or" joins them. A gap
  // breaks none; nor does what rounding can explain, a billionth of the larger side; nor a level
  // that no original has, of what tells another.
  std::vector<char> broken_in(const Table& table) const;

  // The same rule, however it is written: a <= b is b >= a.
  bool operator==(const Rule& other) const { return what_ == other.what_; }

 private:
  enum class Comparison { below, at_most, equal, unequal };
  struct Compared {
    Formula left;
    Comparison comparison;
    Formula right;

    bool operator==(const Compared&) const = default;
    bool is_broken_by(double left_value, double right_value) const;
    std::vector<char> broken_in(const Table& table) const;
  };
  struct Telling {
    std::string teller;
    std::string told;
    std::map<std::string, std::string, std::less<>> levels;

    bool operator==(const Telling& other) const {
      return teller == other.teller && told == other.told;
    }
    std::vector<char> broken_in(const Table& table) const;
  };

  struct Level {
    std::string column;
    std::string level;
    bool is_it;  // or is another

    bool operator==(const Level&) const = default;
    std::vector<char> broken_in(const Table& table) const;
  };
  struct Either {
    std::vector<Rule> rules;

    bool operator==(const Either& other) const;
    std::vector<char> broken_in(const Table& table) const;
  };
  using What = std::variant<Compared, Telling, Level, Either>;

  Rule(std::string text, What what) : text_(std::move(text)), what_(std::move(what)) {}

  static Result<Rule> parse_telling(const std::string& text, std::size_t place, const Table& table);
  static Result<Rule> parse_comparison(const std::string& text, const Table& table);
  static Result<Rule> parse_level(const std::string& text, const Table& table);

  std::string text_;
  What what_;
};

// The rules that are said. Fails on one that is none, and on one that the original breaks: how many
// records do, and in the error's place the first of them.
Result<std::vector<Rule>> said_rules(const std::vector<std::string>& texts, const Table& original);

// That one column is nowhere above another, for the columns to mask that are numbers or times of
// one kind; and that each level of a column goes with one level of another, one of the two being
// masked. A pair is a rule where it is no coincidence: a random pairing of the two columns would
// break it in 5 % of the records at least, and in so many that chance alone would not obey it in
// all of them; what tells has three records for each of its levels on average. What follows from
// two others is left out.
std::vector<Rule> mined_rules(const Table& original);

// Those that are said and those that are mined, each once, and the identities that hold in every
// record (identities.h), but for those that a rule says.
Result<std::vector<Rule>> rules_of(const Table& original, const std::vector<std::string>& said);

struct Broken {
  std::vector<std::size_t> counts = {};  // by rule: the records that break it
  std::vector<char> records = {};        // by record: whether it breaks any; empty without rules
};
Broken broken_rules(const std::vector<Rule>& rules, const Table& table);

}  // namespace overhand::relations
