#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/masking/column_names_internal.h"
#include "overhand/masking/ipso_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/random/shuffle.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::Vector;

using Columns = std::vector<std::size_t>;

Columns others(std::size_t columns, const Columns& given) {
  Columns rest;
  for (std::size_t j = 0; j < columns; ++j) {
    if (std::ranges::find(given, j) == given.end()) rest.push_back(j);
  }
  return rest;
}

Matrix select(const Matrix& values, const Columns& columns) {
  Matrix selected(values.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    selected.col(static_cast<Eigen::Index>(j)) = values.col(static_cast<Eigen::Index>(columns[j]));
  }
  return selected;
}

// An orthonormal basis of the intercept and the standardised regressors.
Matrix basis_of(const Matrix& given) {
  Matrix regressors(given.rows(), given.cols() + 1);
  regressors.col(0).setConstant(1);
  regressors.rightCols(given.cols()) = statistics::standardise(given);
  return statistics::orthonormal(regressors);
}

// Random residuals, orthogonal to the basis, with the cross-products of `model`. The root is taken
// of the correlations, so that columns of small scale lose no digits.
Matrix random_residuals(const Matrix& basis, const Matrix& model, const random::Key& key) {
  random::Stream stream(key, {random::Purpose::ipso_residuals});
  const Matrix normals = statistics::normal_matrix(model.rows(), model.cols(), stream);
  stop_if_cancelled();
  const Matrix directions = statistics::orthonormal(statistics::orthogonal_part(basis, normals));
  stop_if_cancelled();
  const Matrix squares = statistics::cross_products(model);
  const Vector scale = squares.diagonal().cwiseSqrt();
  const Vector inverse = scale.unaryExpr([](Ordered s) { return s > 0 ? 1 / s : Ordered(0); });
  const Matrix root =
      statistics::symmetric_root(inverse.asDiagonal() * squares * inverse.asDiagonal()) *
      scale.asDiagonal();
  return statistics::product(directions, root);
}

std::optional<Error> problem_with_size(std::size_t records, std::size_t columns) {
  if (records > columns) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("ipso needs more records than columns: there are {} records and {} "
                           "columns.",
                           records, columns)};
}

// A column that the others (and the intercept) determine has next to nothing left beside them.
std::optional<Error> problem_with_given(const Matrix& given) {
  if (given.cols() == 0) return std::nullopt;
  Eigen::ColPivHouseholderQR<Matrix> qr(statistics::standardise(given));
  qr.setThreshold(1e-10);
  if (qr.rank() == given.cols()) return std::nullopt;
  return Error{ErrorKind::invalid_option,
               "The columns in given determine each other, or one is constant; leave one out."};
}

Table with_given_columns(const Table& original, const Matrix& masked, const Columns& rest) {
  std::vector<Column> columns = original.columns();
  for (std::size_t j = 0; j < rest.size(); ++j) {
    Column& column = columns[rest[j]];
    column = with_values(column, statistics::as_reals(masked.col(static_cast<Eigen::Index>(j))));
  }
  return Table(std::move(columns));
}

}  // namespace

Result<Masked> ipso(const Table& original, const IpsoOptions& options, const Context& context) {
  if (auto problem = problem_with_numbers(original, "ipso", takes_numbers_alone))
    return *std::move(problem);
  const auto given = columns_named(original, options.given, "given");
  if (!given) return given.error();
  const Columns rest = others(original.column_count(), *given);
  if (rest.empty()) {
    return Error{ErrorKind::invalid_option, "given names all columns, so none is left to mask."};
  }
  if (auto problem = problem_with_size(original.row_count(), original.column_count())) {
    return *std::move(problem);
  }
  const Matrix values = statistics::as_matrix(original);
  if (auto problem = problem_with_given(select(values, *given))) return *std::move(problem);

  const Matrix basis = basis_of(select(values, *given));
  const Matrix responses = select(values, rest);
  stop_if_cancelled();
  const Matrix left = statistics::orthogonal_part(basis, responses);
  const Matrix masked = responses - left + random_residuals(basis, left, context.key);
  if (context.progress.cancelled()) return cancelled_error();
  Lineage order =
      random::permutation(context.key, {random::Purpose::row_order}, original.row_count());
  Masked result{gather(with_given_columns(original, masked, rest), order), std::nullopt};
  if (!given->empty()) result.lineage = std::move(order);
  return result;
}

Method ipso_method() {
  return make_method<IpsoOptions>(
      {.name = "ipso",
       .summary = "Synthesise normal records with the original means and covariances",
       .reference = "Burridge (2003), Statistics and Computing 13",
       .keeps = "means, covariances, linear identities; the regression on the given columns"},
      ipso);
}

}  // namespace overhand::masking
