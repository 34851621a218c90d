// Effects: the columns of the propensity model before squares and products. A number is one, a gap
// among numbers another, and each level of a category but the commonest.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "overhand/statistics/profile.h"

namespace overhand::utility {

using Eigen::Index;

// Beyond this many terms (44 columns of numbers or more) the products are left out: their
// cross-products alone would fill the memory, and a model with more terms than records tells
// anything apart.
constexpr Index most_terms_with_products = 1000;

// The same where the terms are more than a fifth of the records of both tables: such a model tells
// a fresh sample apart.
constexpr std::size_t fewest_records_per_term = 5;

// Of a mixed table: a category has so many levels at most, and fewer where all effects together
// would be more than the most, or than a twentieth of the records; rare levels are taken together.
// Products have as many levels as keep all terms under a tenth of the records, within these bounds.
constexpr std::size_t most_levels = 20;
constexpr std::size_t most_effects = 300;
constexpr std::size_t fewest_terms = 100;
constexpr std::size_t most_terms = 500;

struct Effect {
  enum class Kind { number, gap, level };

  std::string name;  // "age", "age missing", "sex level 2" of the commonest: never a value
  Kind kind;
  std::size_t column;  // of the amounts, or of the categories
  Code code = statistics::Category::gap;
  bool has_products = true;

  bool has_square() const { return kind == Kind::number; }
  bool is_of_same_column(const Effect& other) const {
    return column == other.column && (kind == Kind::level) == (other.kind == Kind::level);
  }
};

struct Effects {
  std::vector<Effect> all = {};
  bool has_products = true;              // false: none has
  std::size_t terms_with_products = 0;   // where the records are too few for them
  std::vector<std::string> merged = {};  // categories of which levels are taken together
};

Effects effects_of(const statistics::Profile& original, const statistics::Profile& masked);

// The values of both tables, one below the other, standardised; all 0 without spread.
Eigen::VectorXd stacked(const statistics::Profile& original, const statistics::Profile& masked,
                        const Effect& effect);

}  // namespace overhand::utility
