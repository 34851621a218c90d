#include <Eigen/Dense>
#include <algorithm>

#include "overhand/attacks/exposure.h"
#include "overhand/attacks/guesses_internal.h"

namespace overhand::attacks {
namespace {

// 1, then the known numbers of a released record or of a person; a gap counts as the mean.
Eigen::RowVectorXd regressors(const View& view, const Places& known, Row row, bool is_released) {
  Eigen::RowVectorXd values(1 + static_cast<Eigen::Index>(known.size()));
  values[0] = 1;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const SeenColumn& column = view.columns[known[i]];
    const double value = is_released ? column.released[row] : column.original[row];
    values[static_cast<Eigen::Index>(i) + 1] = is_missing(value) ? 0 : value;
  }
  return values;
}

Places numbers_among(const View& view, const Places& places) {
  Places numbers;
  std::ranges::copy_if(places, std::back_inserter(numbers),
                       [&](std::size_t place) { return !view.columns[place].is_category; });
  return numbers;
}

// The weights with which the nearest records' values predict the person's: the last row of the hat
// matrix of a linear fit with a small ridge.
Eigen::RowVectorXd line_weights(const View& view, Row person, const Places& known,
                                const std::vector<Row>& rows) {
  constexpr double ridge = 1e-6;
  const Places numbers = numbers_among(view, known);
  Eigen::MatrixXd x(static_cast<Eigen::Index>(rows.size()),
                    1 + static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    x.row(static_cast<Eigen::Index>(i)) = regressors(view, numbers, rows[i], true);
  }
  const Eigen::RowVectorXd at = regressors(view, numbers, person, false);
  Eigen::MatrixXd products = x.transpose() * x;
  products.diagonal().array() += ridge;
  return at * products.llt().solve(x.transpose());
}

double on_line(const SeenColumn& column, const std::vector<Row>& rows,
               const Eigen::RowVectorXd& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double value = column.released[rows[i]];
    if (!is_missing(value)) sum += weights[static_cast<Eigen::Index>(i)] * value;
  }
  return sum;
}

std::vector<Row> first_of(const std::vector<Row>& rows, std::size_t count) {
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  return {rows.begin(), end};
}

// How many of the known facts each released record shares with a person.
using SharedFacts = std::vector<std::uint8_t>;

void count_equal(const auto& released, const auto& own, SharedFacts& shared) {
  for (std::size_t row = 0; row < shared.size(); ++row) {
    shared[row] += static_cast<std::uint8_t>(released[row] == own);
  }
}

std::vector<Row> holders_of_most(const SharedFacts& shared) {
  const std::uint8_t most = std::ranges::max(shared);
  std::vector<Row> rows;
  for (std::size_t row = 0; row < shared.size() && rows.size() < most_holders; ++row) {
    if (shared[row] == most) rows.push_back(static_cast<Row>(row));
  }
  return rows;
}

}  // namespace

double voted(const SeenColumn& column, const std::vector<Row>& rows) {
  double best = column.released[rows.front()];
  std::ptrdiff_t most = 0;
  for (const Row candidate : rows) {
    const double value = column.released[candidate];
    const auto votes = std::ranges::count_if(
        rows, [&](Row row) { return column.is_right(column.released[row], value); });
    if (votes <= most) continue;
    most = votes;
    best = value;
  }
  return best;
}

double of_voted_bin(const SeenColumn& column, const std::vector<Row>& rows) {
  if (column.released_bins.empty()) return voted(column, rows);
  const auto bin_of = [&](Row row) { return column.released_bins[row]; };
  const auto votes = [&](Row candidate) {
    return std::ranges::count(rows, bin_of(candidate), bin_of);
  };
  return column.bin_means[bin_of(*std::ranges::max_element(rows, {}, votes))];
}

std::vector<Row> exact_holders(const View& view, Row person, const Places& known) {
  SharedFacts shared(view.released);
  for (const std::size_t place : known) {
    const SeenColumn& column = view.columns[place];
    if (is_missing(column.original[person])) continue;
    count_equal(column.released, column.original[person], shared);
  }
  return holders_of_most(shared);
}

std::vector<Row> bin_holders(const View& view, Row person, const Places& known) {
  SharedFacts shared(view.released);
  for (const std::size_t place : known) {
    const SeenColumn& column = view.columns[place];
    if (column.released_bins.empty()) {
      count_equal(column.released, column.original[person], shared);
    } else {
      count_equal(column.released_bins, column.original_bins[person], shared);
    }
  }
  return holders_of_most(shared);
}

std::vector<Rights> rights_about(const View& view, Row person, const Places& known,
                                 const Places& unknown) {
  Reals distances;
  distances_to(view, person, known, distances);
  const auto near = nearest_rows(distances, on_the_line);
  const auto five = first_of(near, voters);
  const auto exact = exact_holders(view, person, known);
  const bool has_bins = view.has_bins();
  const auto binned = has_bins ? bin_holders(view, person, known) : std::vector<Row>{};
  const Eigen::RowVectorXd weights = line_weights(view, person, known, near);
  std::vector<Rights> rights;
  for (const std::size_t place : unknown) {
    const SeenColumn& column = view.columns[place];
    const double truth = column.original[person];
    const double vote = voted(column, five);
    const double exact_vote = voted(column, exact);
    const std::array<double, guesser_count> guesses = {
        column.released[near.front()], vote, exact_vote,
        column.is_category ? vote : on_line(column, near, weights),
        has_bins ? of_voted_bin(column, binned) : exact_vote};
    Rights& right = rights.emplace_back();
    for (std::size_t g = 0; g < guesser_count; ++g) right[g] = column.is_right(guesses[g], truth);
  }
  return rights;
}

}  // namespace overhand::attacks
