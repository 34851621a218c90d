#include "overhand/evaluation/comparison_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::evaluation {
namespace {

using Values = std::vector<double>;  // by MeasureId; 0 where there is none

// What every measure whose function takes `From` makes of it.
template <class From>
Values values_of(const From& from) {
  Values values(measures().size());
  for (const Measure& measure : measures()) {
    if (const auto* compute = std::get_if<double (*)(const From&)>(&measure.compute)) {
      values[static_cast<std::size_t>(measure.id)] = (*compute)(from);
    }
  }
  return values;
}

// Algorithm 4.
Values mean_over_sorts(const Comparison& tables) {
  const statistics::Profile& original = tables.original.profile;
  const std::size_t p = original.dimension_count();
  std::vector<Values> parts(p);
  parallel_for_each_index(p, [&](std::size_t j) {
    const auto partners = statistics::sorted_partners(original, tables.masked, j);
    parts[j] = values_of(Pairs(tables, partners));
  });
  Values mean(measures().size());
  for (const Values& part : parts) {
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += part[i] / static_cast<double>(p);
  }
  return mean;
}

Values paired_values(const Comparison& tables, Pairing pairing, const Lineage* lineage) {
  if (pairing == Pairing::none) return {};
  if (pairing == Pairing::sorted) return mean_over_sorts(tables);
  if (pairing == Pairing::lineage) return values_of(Pairs(tables, *lineage));
  return values_of(Pairs(tables, same_rows(tables.masked.row_count())));
}

bool has_what_it_needs(const Measure& measure, const Comparison& tables) {
  const statistics::Profile& masked = tables.masked;
  switch (measure.needs) {
    case Needs::nothing:
      return true;
    case Needs::order:
      return masked.column_count() > 0;
    case Needs::amounts:
      return masked.numbers.amounts > 0;
    case Needs::mixture:
      return masked.is_mixed;
    case Needs::weights:
      return !tables.weighted.empty();
    case Needs::analyses:
      return false;  // they come later: add_analyses()
    case Needs::c2st:
      return tables.c2st.has_value();
    case Needs::tstr:
      return tables.tstr && tables.tstr->ratio;
  }
  return true;
}

// With its interval, where the measure is of a sample and has one.
Measurement measurement(const Measure& measure, double value, const Comparison& tables) {
  Measurement result{measure.id, value};
  if (measure.id == MeasureId::c2st && tables.c2st->is_sample) {
    result.sample = tables.c2st->records;
    result.interval = tables.c2st->interval;
  }
  if (measure.id == MeasureId::tstr && tables.tstr->is_sample) {
    result.sample = tables.tstr->records;
  }
  if (!measure.is_share_of_searched || !tables.nearest->searched.is_sample) return result;
  result.sample = tables.nearest->searched.rows.size();
  result.interval = statistics::wilson_interval(value, static_cast<double>(*result.sample));
  return result;
}

Measurements measured(const Comparison& tables, Pairing pairing, const Values& unpaired,
                      const Values& paired) {
  Measurements result{pairing, {}};
  for (const Measure& measure : measures()) {
    if (measure.needs_pairing() && pairing == Pairing::none) continue;
    if (!has_what_it_needs(measure, tables)) continue;
    const auto place = static_cast<std::size_t>(measure.id);
    const auto* of_others = std::get_if<OfMeasurements>(&measure.compute);
    const double value = of_others != nullptr      ? (*of_others)(result)
                         : measure.needs_pairing() ? paired[place]
                                                   : unpaired[place];
    result.all.push_back(measurement(measure, value, tables));
  }
  return result;
}

}  // namespace

std::vector<Measurements> measurements_of(const Comparison& tables, const Asked& asked,
                                          Stage& stage) {
  const Values unpaired = values_of(tables);
  std::vector<Measurements> all;
  for (const Pairing pairing : asked.pairings) {
    const Values paired = paired_values(tables, pairing, asked.lineage);
    all.push_back(measured(tables, pairing, unpaired, paired));
    stage.finish_part();
  }
  return all;
}

}  // namespace overhand::evaluation
