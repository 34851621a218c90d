#include "overhand/study/unsorted.h"

#include "overhand/statistics/median.h"

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using evaluation::Pairing;

struct Risks {
  std::vector<double> as_they_lie;
  std::vector<double> sorted;
  std::vector<double> by_source;
};

double risk_score(const evaluation::Measurements& measured) {
  return value_of(measured, MeasureId::risk_score);
}

Status add_masking(Risks& risks, const masking::Method& method,
                   const masking::OptionValues& options, const Table& table,
                   const evaluation::Evaluator& evaluator, const masking::Context& context) {
  const auto masked = masking::mask(method, table, {.values = options}, context);
  if (!masked) return masked.error();
  std::vector<Pairing> pairings = {Pairing::row, Pairing::sorted};
  if (masked->lineage) pairings.push_back(Pairing::lineage);
  const auto evaluation = evaluator.evaluate(
      masked->table, {pairings, masked->lineage ? &*masked->lineage : nullptr}, context.progress);
  if (!evaluation) return evaluation.error();
  risks.as_they_lie.push_back(risk_score(evaluation->by_pairing[0]));
  risks.sorted.push_back(risk_score(evaluation->by_pairing[1]));
  if (masked->lineage) risks.by_source.push_back(risk_score(evaluation->by_pairing[2]));
  return Done{};
}

Result<Unsorted> measured(const Experiment& experiment, const MethodResult& method,
                          const masking::Context& context) {
  Risks risks;
  const random::Key own = key_of_experiment(experiment.name, context.key);
  const Progress silent({}, [&] { return context.progress.cancelled(); });
  Stage stage(context.progress, experiment.title + ", records as they lie",
              experiment.tables.size());
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    const auto evaluator = evaluation::Evaluator::prepare(experiment.tables[t]);
    if (!evaluator) return evaluator.error();
    const auto& options = method.points[method.as_published->settings[t]].options;
    for (int r = 0; r < experiment.replications; ++r) {
      if (stage.cancelled()) return cancelled_error();
      const random::Key key =
          random::derived_key(own, {random::Purpose::example, static_cast<std::uint32_t>(r), 2,
                                    static_cast<std::uint32_t>(t)});
      const auto done = add_masking(risks, *method.entrant.method, options, experiment.tables[t],
                                    *evaluator, {key, silent});
      if (!done) return done.error();
    }
    stage.finish_part();
  }
  Unsorted result{experiment.name,
                  experiment.title,
                  method.entrant.name,
                  statistics::median(risks.as_they_lie),
                  statistics::median(risks.sorted),
                  std::nullopt};
  if (!risks.by_source.empty()) result.by_source = statistics::median(risks.by_source);
  return result;
}

}  // namespace

Result<std::vector<Unsorted>> run_unsorted(const Experiment& experiment,
                                           const ExperimentResult& result,
                                           const masking::Context& context) {
  std::vector<Unsorted> all;
  for (const char* name : {"sjppds", "cart"}) {
    const MethodResult* method = find_method(result, name);
    if (method == nullptr || !method->as_published) continue;
    auto one = measured(experiment, *method, context);
    if (!one) return one.error();
    all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace overhand::study
