#include "overhand/core/parallel.h"
#include "overhand/masking/noise_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/random/normal.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {
namespace {

Reals with_noise(Reals values, double percent, random::Stream& stream) {
  const double deviation = percent / 100 * statistics::standard_deviation(values);
  Reals variates(values.size());
  random::fill_normal(variates, stream);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += deviation * variates[i];
  return values;
}

}  // namespace

Result<Masked> noise(const Table& original, const NoiseOptions& options, const Context& context) {
  if (auto problem = problem_with_numbers(original, "noise", takes_numbers_alone))
    return *std::move(problem);
  std::vector<Column> masked(original.column_count());
  parallel_for_each_index(masked.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    random::Stream stream(context.key, {random::Purpose::noise, static_cast<std::uint32_t>(j)});
    masked[j] = with_values(column, with_noise(reals(column), options.percent, stream));
  });
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{Table(std::move(masked)), same_rows(original.row_count())};
}

Method noise_method() {
  return make_method<NoiseOptions>({.name = "noise",
                                    .summary = "Add independent normal noise to each column",
                                    .reference = "Brand (2002), LNCS 2316",
                                    .keeps = "each record's row; means in expectation",
                                    .keeps_rows = true},
                                   noise);
}

}  // namespace overhand::masking
