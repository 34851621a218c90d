#include "overhand/tuning/tuner.h"

#include <algorithm>

#include "overhand/masking/problems.h"
#include "overhand/random/sample.h"
#include "overhand/tuning/choice.h"

namespace overhand::tuning {
namespace {

Table tried_records(const Table& original, std::size_t most, const random::Key& key) {
  return gather(original,
                random::sample(key, {random::Purpose::trial_sample}, original.row_count(), most));
}

std::optional<std::size_t> best_of(const std::vector<Tuned>& tuned, Reading reading) {
  std::optional<std::size_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    if (!tuned[i].choice) continue;
    const double score = overall_of(tuned[i].points[*tuned[i].choice], reading);
    if (score >= lowest) continue;
    lowest = score;
    best = i;
  }
  return best;
}

Result<Tuning> tuned_on(const Table& tried, const std::vector<Candidate>& candidates, Tuning tuning,
                        const masking::Context& context) {
  const TuneOptions& options = tuning.options;
  auto prepared = evaluation::Evaluator::prepare(tried, options.evaluator, context.progress);
  if (!prepared) return prepared.error();
  const auto evaluator = std::make_shared<const evaluation::Evaluator>(*std::move(prepared));
  auto points = evaluate_candidates(tried, *evaluator, candidates, options, context);
  if (!points) return points.error();
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    Tuned tuned{candidates[c], std::move((*points)[c])};
    choose(tuned, options, {tuning.rows, tuning.trial_rows});
    tuning.tuned.push_back(std::move(tuned));
  }
  tuning.best = best_of(tuning.tuned, options.reading);
  if (tuning.trial_rows == tuning.rows) tuning.evaluator = evaluator;
  return tuning;
}

}  // namespace

Result<Tuning> tune(const Table& original, const std::vector<Candidate>& candidates,
                    const TuneOptions& options, const masking::Context& context) {
  if (auto problem = masking::problem_with_shape(original)) return *std::move(problem);
  Tuning tuning{original.row_count(),
                std::min(original.row_count(), options.most_trial_rows),
                0,
                options,
                {}};
  tuning.columns = static_cast<std::size_t>(std::ranges::count(
      original.columns(), Role::mask, [](const Column& column) { return column.role; }));
  if (tuning.trial_rows == tuning.rows) {
    return tuned_on(original, candidates, std::move(tuning), context);
  }
  return tuned_on(tried_records(original, options.most_trial_rows, context.key), candidates,
                  std::move(tuning), context);
}

}  // namespace overhand::tuning
