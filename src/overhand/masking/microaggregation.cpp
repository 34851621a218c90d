#include <numeric>

#include "overhand/core/stopping.h"
#include "overhand/masking/microaggregation_internal.h"
#include "overhand/masking/problems.h"

namespace overhand::masking {
namespace {

Reals group_means(const Reals& values, const Groups& groups) {
  Reals means(values.size());
  for (std::size_t number = 0; number < groups.count(); ++number) {
    const auto rows = groups.group(number);
    double sum = 0;
    for (const Row row : rows) sum += values[row];
    for (const Row row : rows) means[row] = sum / static_cast<double>(rows.size());
  }
  return means;
}

}  // namespace

std::optional<Error> problem_with_microaggregation(const Table& original,
                                                   const MicroaggregationOptions& options,
                                                   const char* method) {
  if (auto problem = problem_with_numbers(original, method, takes_numbers_alone)) return problem;
  return problem_with_k(options.k, original.row_count());
}

Masked with_group_means(const Table& original, const Groups& groups) {
  std::vector<Column> columns;
  for (const Column& column : original.columns()) {
    stop_if_cancelled();
    columns.push_back(with_values(column, group_means(reals(column), groups)));
  }
  return {Table(std::move(columns)), same_rows(original.row_count())};
}

Method microaggregation_method(MethodFacts facts, Microaggregation mask) {
  facts.keeps = "each column's mean; each record's row";
  facts.is_deterministic = true;
  facts.keeps_rows = true;
  return make_method<MicroaggregationOptions>(std::move(facts), mask);
}

}  // namespace overhand::masking
