#include <cmath>

#include "overhand/utility/quadratic_internal.h"

namespace overhand::utility {
namespace {

using statistics::Profile;

Eigen::VectorXd stacked(const Profile& original, const Profile& masked, std::size_t j) {
  const Reals& x = original.numbers.columns[j];
  const Reals& m = masked.numbers.columns[j];
  Eigen::VectorXd values(static_cast<Index>(x.size() + m.size()));
  values << Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Index>(x.size())),
      Eigen::Map<const Eigen::VectorXd>(m.data(), static_cast<Index>(m.size()));
  return values;
}

// A column without spread becomes 0, and its terms are left out of the model.
Eigen::VectorXd standardised(Eigen::VectorXd values) {
  if ((values.array() == values[0]).all()) return Eigen::VectorXd::Zero(values.size());
  values.array() -= values.mean();
  const double sd = std::sqrt(values.squaredNorm() / static_cast<double>(values.size() - 1));
  return values / sd;
}

}  // namespace

Quadratic::Quadratic(const Profile& original, const Profile& masked)
    : names_(original.numbers.names),
      columns_(static_cast<Index>(original.row_count() + masked.row_count()),
               static_cast<Index>(original.column_count())),
      originals_(static_cast<Index>(original.row_count())),
      blocks_(statistics::blocks_of(original.row_count() + masked.row_count(), 16 * strip, 64)) {
  const Index p = columns_.cols();
  parallel_for_each_index(static_cast<std::size_t>(p), [&](std::size_t j) {
    columns_.col(static_cast<Index>(j)) = standardised(stacked(original, masked, j));
  });
  terms_.push_back({});
  for (Index a = 0; a < p; ++a) terms_.push_back({a, none});
  for (Index a = 0; a < p; ++a) terms_.push_back({a, a});
  has_products_ = 1 + 2 * p + p * (p - 1) / 2 <= most_terms_with_products;
  for (Index a = 0; has_products_ && a < p; ++a) {
    for (Index b = a + 1; b < p; ++b) terms_.push_back({a, b});
  }
  hold();
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
  const std::string& first = names_[static_cast<std::size_t>(t.first)];
  if (t.second == none) return first;
  if (t.second == t.first) return first + "^2";
  return first + "*" + names_[static_cast<std::size_t>(t.second)];
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
