#include "overhand/tuning/tuner.h"

#include <algorithm>

#include "overhand/masking/problems.h"
#include "overhand/masking/rare_units.h"
#include "overhand/random/sample.h"
#include "overhand/relations/rules.h"
#include "overhand/statistics/weights.h"
#include "overhand/tuning/choice.h"

namespace overhand::tuning {
namespace {

// A sample of about `most` records, units whole. Of sizes that are rare in the sample none is left.
Result<Table> tried_records(const Table& original, const TuneOptions& options,
                            const random::Key& key) {
  const auto drawn = [&](std::size_t of, std::size_t most) {
    return random::sample(key, {random::Purpose::trial_sample}, of, most);
  };
  if (options.structure.unit.empty()) {
    return gather(original, drawn(original.row_count(), options.most_trial_rows));
  }
  const auto units = masking::unit_of_rows(original, options.structure.unit);
  const std::size_t count = units.empty() ? 0 : std::ranges::max(units) + std::size_t{1};
  std::vector<bool> is_drawn(count, false);
  const std::size_t rows_in_all = std::max(original.row_count(), std::size_t{1});
  for (const Row unit : drawn(count, count * options.most_trial_rows / rows_in_all)) {
    is_drawn[unit] = true;
  }
  std::vector<Row> rows;
  for (Row row = 0; row < units.size(); ++row) {
    if (is_drawn[units[row]]) rows.push_back(row);
  }
  const Table sample = gather(original, rows);
  const auto common = masking::rows_in_common_units(sample, options.structure);
  if (!common) return common.error();
  return gather(sample, *common);
}

// Trials on a sample see neither the records that break a rule nor the weights that are none.
std::optional<Error> problem_with_structure(const Table& original, const Structure& structure) {
  if (const auto rules = relations::said_rules(structure.rules, original); !rules) {
    return rules.error();
  }
  if (structure.weight.empty()) return std::nullopt;
  const auto weights = statistics::weights_in(original, structure.weight, "original");
  return weights ? std::nullopt : std::optional(weights.error());
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
  choose_best(tuning);
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
  tuning.options.evaluator.structure = options.structure;
  tuning.columns = static_cast<std::size_t>(std::ranges::count(
      original.columns(), Role::mask, [](const Column& column) { return column.role; }));
  if (tuning.trial_rows == tuning.rows) {
    return tuned_on(original, candidates, std::move(tuning), context);
  }
  if (auto problem = problem_with_structure(original, options.structure)) {
    return *std::move(problem);
  }
  const auto tried = tried_records(original, options, context.key);
  if (!tried) return tried.error();
  tuning.trial_rows = tried->row_count();
  return tuned_on(*tried, candidates, std::move(tuning), context);
}

}  // namespace overhand::tuning
