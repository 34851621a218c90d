#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/problems.h"

namespace overhand::masking {

using statistics::Matrix;
using statistics::Ordered;

Matrix with_correlated_noise(Matrix values, double percent, const random::Key& key,
                             random::Purpose purpose) {
  constexpr Eigen::Index task_rows = 4096;  // part of the definition: a stream for each
  const Matrix root = Ordered(std::sqrt(percent / 100)) * statistics::covariance_root(values);
  const Eigen::Index tasks = (values.rows() + task_rows - 1) / task_rows;
  parallel_for_each_index(static_cast<std::size_t>(tasks), [&](std::size_t task) {
    const Eigen::Index begin = static_cast<Eigen::Index>(task) * task_rows;
    const Eigen::Index rows = std::min(task_rows, values.rows() - begin);
    random::Stream stream(key, {purpose, 0, static_cast<std::uint32_t>(task)});
    values.middleRows(begin, rows) +=
        statistics::product(statistics::normal_matrix(rows, values.cols(), stream), root);
  });
  return values;
}

Result<Masked> correlated_noise(const Table& original, const CorrelatedNoiseOptions& options,
                                const Context& context) {
  if (auto problem = problem_with_numbers(original, "correlated_noise", takes_numbers_alone))
    return *std::move(problem);
  const Matrix noisy = with_correlated_noise(statistics::as_matrix(original), options.percent,
                                             context.key, random::Purpose::correlated_noise);
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{statistics::as_table(noisy, original), same_rows(original.row_count())};
}

Method correlated_noise_method() {
  return make_method<CorrelatedNoiseOptions>(
      {.name = "correlated_noise",
       .summary = "Add normal noise with the covariance of the columns",
       .reference = "Kim (1986); Brand (2002), LNCS 2316",
       .keeps = "each record's row; linear identities between columns; means and correlations "
                "in expectation",
       .keeps_rows = true},
      correlated_noise);
}

}  // namespace overhand::masking
