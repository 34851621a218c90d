// Coarsening: fewer and wider values for one column, as its plan says it, so that more records
// share each of them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace overhand {

// What each value of a hierarchy's file becomes at one of its levels.
using Ancestors = std::map<std::string, std::string, std::less<>>;

enum class Period { month, quarter, year };

// "month", "quarter", "year".
std::string name_of(Period period);
std::optional<Period> period_named(std::string_view name);

namespace coarse {

struct Bands {  // of equal width, from multiples of it
  double width = 1;
  bool operator==(const Bands&) const = default;
};
struct Cuts {  // a band begins at each, from the lowest to the highest
  std::vector<double> at;
  bool operator==(const Cuts&) const = default;
};
struct Prefix {  // the first letters of a code
  std::size_t letters = 1;
  bool operator==(const Prefix&) const = default;
};
struct Calendar {  // a date as its month, quarter or year
  Period to = Period::year;
  bool operator==(const Calendar&) const = default;
};
struct Hierarchy {  // what a file puts above each value
  std::string file;
  std::size_t level = 1;
  std::shared_ptr<const Ancestors> ancestors = nullptr;  // once the file is read
  bool operator==(const Hierarchy& other) const {
    return file == other.file && level == other.level;
  }
};

}  // namespace coarse

struct Coarsening {
  using Step = std::variant<std::monostate, coarse::Bands, coarse::Cuts, coarse::Prefix,
                            coarse::Calendar, coarse::Hierarchy>;
  Step step = {};
  std::optional<double> bottom = std::nullopt;            // all below it is one value
  std::optional<double> top = std::nullopt;               // all from it on is one value
  std::optional<std::size_t> merge_below = std::nullopt;  // levels of fewer records become one

  bool operator==(const Coarsening&) const = default;
};

// Whether anything is said.
bool is_said(const Coarsening& coarsening);

// "bands of 5, top 85".
std::string words_for(const Coarsening& coarsening);

}  // namespace overhand
