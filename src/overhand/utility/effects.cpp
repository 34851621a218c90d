#include <algorithm>
#include <cmath>

#include "overhand/utility/effects_internal.h"

namespace overhand::utility {
namespace {

using statistics::Category;
using statistics::Profile;
using Kind = Effect::Kind;

// The codes of a category that occur, the commonest first.
std::vector<Code> by_frequency(const Category& original, const Category& masked) {
  std::vector<std::size_t> counts(std::max(original.code_count(), masked.code_count()));
  for (const auto* category : {&original, &masked}) {
    for (const Code code : category->codes) ++counts[static_cast<std::size_t>(code)];
  }
  std::vector<Code> codes;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) codes.push_back(static_cast<Code>(code));
  }
  std::ranges::stable_sort(codes, std::greater(),
                           [&](Code code) { return counts[static_cast<std::size_t>(code)]; });
  return codes;
}

// Terms of a model with an intercept, squares of numbers, and products of effects of two columns.
std::size_t term_count(const std::vector<Effect>& effects) {
  std::size_t terms = 1 + effects.size();
  for (std::size_t a = 0; a < effects.size(); ++a) {
    terms += static_cast<std::size_t>(effects[a].has_square());
    for (std::size_t b = a + 1; effects[a].has_products && b < effects.size(); ++b) {
      terms += static_cast<std::size_t>(effects[b].has_products &&
                                        !effects[a].is_of_same_column(effects[b]));
    }
  }
  return terms;
}

// Of each category the commonest levels alone.
void allow_products(std::vector<Effect>& effects, std::size_t levels) {
  std::size_t column = 0;
  std::size_t met = 0;
  for (Effect& effect : effects) {
    if (effect.kind != Kind::level) continue;
    if (effect.column != column) met = 0;
    column = effect.column;
    effect.has_products = ++met < levels;
  }
}

void leave_out_products(Effects& effects) {
  for (Effect& effect : effects.all) effect.has_products = false;
  effects.has_products = false;
}

// Of an all-numeric table, as in the paper.
Effects effects_of_numbers(const Profile& original) {
  Effects effects;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    effects.all.push_back({original.numbers.names[j], Kind::number, j});
  }
  const auto p = static_cast<Index>(effects.all.size());
  if (1 + 2 * p + p * (p - 1) / 2 > most_terms_with_products) leave_out_products(effects);
  return effects;
}

Effects within(std::size_t records, Effects effects) {
  const std::size_t terms = term_count(effects.all);
  if (terms * fewest_records_per_term <= records) return effects;
  Effects without = effects;
  leave_out_products(without);
  if (term_count(without.all) == terms) return effects;  // there were none
  without.terms_with_products = terms;
  return without;
}

class MixedEffects {
 public:
  MixedEffects(const Profile& original, const Profile& masked)
      : original_(original), masked_(masked), records_(original.row_count() + masked.row_count()) {
    for (std::size_t k = 0; k < original.categories.size(); ++k) {
      codes_.push_back(by_frequency(original.categories[k], masked.categories[k]));
    }
  }

  Effects chosen() const {
    std::size_t levels = most_levels;
    Effects effects = with_levels(levels);
    while (levels > 2 && effects.all.size() > std::min(most_effects, records_ / 20)) {
      effects = with_levels(--levels);
    }
    const std::size_t most = std::clamp(records_ / 10, fewest_terms, most_terms);
    for (std::size_t crossed = levels; crossed > 1; --crossed) {
      allow_products(effects.all, crossed);
      if (term_count(effects.all) <= most) return effects;
    }
    leave_out_products(effects);
    return effects;
  }

 private:
  // So many levels of each category at most, of which one is what the others are held against: the
  // commonest, or the rare ones together.
  Effects with_levels(std::size_t most) const {
    Effects effects;
    for (std::size_t j = 0; j < original_.numbers.amounts; ++j) {
      const std::string& name = original_.numbers.names[j];
      effects.all.push_back({name, Kind::number, j});
      if (original_.numbers.gaps[j] + masked_.numbers.gaps[j] == 0) continue;
      effects.all.push_back({name + " missing", Kind::gap, j});
    }
    for (std::size_t k = 0; k < codes_.size(); ++k) add_levels(effects, k, most);
    return effects;
  }

  void add_levels(Effects& effects, std::size_t k, std::size_t most) const {
    const bool has_all = codes_[k].size() <= most;
    const Category& category = masked_.categories[k];
    const std::size_t begin = has_all ? 1 : 0;
    const std::size_t end = has_all ? codes_[k].size() : most - 1;
    for (std::size_t place = begin; place < end; ++place) {
      const Code code = codes_[k][place];
      effects.all.push_back(
          {category.name + " level " + std::to_string(place + 1), Kind::level, k, code});
    }
    if (!has_all) effects.merged.push_back(category.name);
  }

  const Profile& original_;
  const Profile& masked_;
  std::size_t records_;
  std::vector<std::vector<Code>> codes_;
};

// A column without spread becomes 0, and its terms are left out of the model.
Eigen::VectorXd standardised(Eigen::VectorXd values) {
  if ((values.array() == values[0]).all()) return Eigen::VectorXd::Zero(values.size());
  values.array() -= values.mean();
  const double sd = std::sqrt(values.squaredNorm() / static_cast<double>(values.size() - 1));
  return values / sd;
}

Eigen::VectorXd stacked_numbers(const Profile& original, const Profile& masked, std::size_t j) {
  const Reals& x = original.numbers.columns[j];
  const Reals& m = masked.numbers.columns[j];
  Eigen::VectorXd values(static_cast<Index>(x.size() + m.size()));
  values << Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Index>(x.size())),
      Eigen::Map<const Eigen::VectorXd>(m.data(), static_cast<Index>(m.size()));
  return values;
}

// Gaps get the mean of the others: an effect of their own says where they are.
void fill_gaps(Eigen::VectorXd& values) {
  double sum = 0;
  double count = 0;
  for (const double value : values) {
    if (is_missing(value)) continue;
    sum += value;
    count += 1;
  }
  const double mean = count == 0 ? 0 : sum / count;
  for (double& value : values) value = is_missing(value) ? mean : value;
}

Eigen::VectorXd stacked_levels(const Profile& original, const Profile& masked,
                               const Effect& effect) {
  Eigen::VectorXd values(static_cast<Index>(original.row_count() + masked.row_count()));
  Index row = 0;
  for (const Profile* profile : {&original, &masked}) {
    for (const Code code : profile->categories[effect.column].codes) {
      values[row++] = code == effect.code ? 1 : 0;
    }
  }
  return values;
}

}  // namespace

Effects effects_of(const Profile& original, const Profile& masked) {
  const std::size_t records = original.row_count() + masked.row_count();
  return within(records, masked.is_mixed ? MixedEffects(original, masked).chosen()
                                         : effects_of_numbers(original));
}

Eigen::VectorXd stacked(const Profile& original, const Profile& masked, const Effect& effect) {
  if (effect.kind == Kind::level) return standardised(stacked_levels(original, masked, effect));
  Eigen::VectorXd values = stacked_numbers(original, masked, effect.column);
  if (effect.kind == Kind::gap) {
    for (double& value : values) value = is_missing(value) ? 1 : 0;
  } else if (masked.is_mixed) {
    fill_gaps(values);
  }
  return standardised(std::move(values));
}

}  // namespace overhand::utility
