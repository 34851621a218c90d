#include "overhand/utility/quadratic_internal.h"

namespace overhand::utility {

using statistics::Profile;

Quadratic::Quadratic(const Profile& original, const Profile& masked)
    : effects_(effects_of(original, masked)),
      columns_(static_cast<Index>(original.row_count() + masked.row_count()),
               static_cast<Index>(effects_.all.size())),
      originals_(static_cast<Index>(original.row_count())),
      blocks_(statistics::blocks_of(original.row_count() + masked.row_count(), 16 * strip, 64)) {
  parallel_for_each_index(effects_.all.size(), [&](std::size_t j) {
    columns_.col(static_cast<Index>(j)) = stacked(original, masked, effects_.all[j]);
  });
  add_terms();
  hold();
}

void Quadratic::add_terms() {
  const Index p = columns_.cols();
  const auto effect = [&](Index a) -> const Effect& {
    return effects_.all[static_cast<std::size_t>(a)];
  };
  terms_.push_back({});
  for (Index a = 0; a < p; ++a) terms_.push_back({a, none});
  for (Index a = 0; a < p; ++a) {
    if (effect(a).has_square()) terms_.push_back({a, a});
  }
  for (Index a = 0; a < p; ++a) {
    for (Index b = a + 1; effect(a).has_products && b < p; ++b) {
      if (effect(b).has_products && !effect(a).is_of_same_column(effect(b))) {
        terms_.push_back({a, b});
      }
    }
  }
}

// Every step of a fit asks for the whole design again. Blocks that do not begin where a strip
// begins would need strips of their own.
void Quadratic::hold() {
  strips_.clear();
  const bool are_aligned = std::ranges::all_of(
      blocks_, [](const statistics::Block& block) { return block.begin % strip == 0; });
  if (!are_aligned || rows() * terms() > most_held) return;
  for (Index begin = 0; begin < rows(); begin += strip) {
    fill(strips_.emplace_back(strip, terms()), begin, std::min(strip, rows() - begin));
  }
}

std::string Quadratic::name(Index term) const {
  const Term& t = terms_[static_cast<std::size_t>(term)];
  if (t.first == none) return "intercept";
  const std::string& first = effects_.all[static_cast<std::size_t>(t.first)].name;
  if (t.second == none) return first;
  if (t.second == t.first) return first + "^2";
  return first + "*" + effects_.all[static_cast<std::size_t>(t.second)].name;
}

void Quadratic::keep(const std::vector<Index>& kept) {
  if (kept.size() == terms_.size()) return;
  std::vector<Term> terms;
  for (const Index term : kept) terms.push_back(terms_[static_cast<std::size_t>(term)]);
  terms_ = std::move(terms);
  hold();
}

void Quadratic::fill(Eigen::MatrixXd& design, Index begin, Index count) const {
  for (Index k = 0; k < terms(); ++k) {
    const Term& term = terms_[static_cast<std::size_t>(k)];
    auto target = design.col(k).head(count);
    if (term.first == none) {
      target.setOnes();
    } else if (term.second == none) {
      target = columns_.col(term.first).segment(begin, count);
    } else {
      target = columns_.col(term.first)
                   .segment(begin, count)
                   .cwiseProduct(columns_.col(term.second).segment(begin, count));
    }
  }
}

}  // namespace overhand::utility
