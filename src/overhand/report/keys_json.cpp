#include "overhand/report/keys_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

using Json = nlohmann::ordered_json;

Json key_columns_json(const keys::KeyMeasures& measures) {
  Json columns = Json::array();
  for (std::size_t j = 0; j < measures.keys.size(); ++j) {
    const keys::KeyFacts& key = measures.keys[j];
    columns.push_back({{"name", key.name},
                       {"levels", key.levels},
                       {"missing", key.missing},
                       {"contribution", measures.suda.contributions[j]}});
  }
  return columns;
}

Json bars_json(const keys::ClassSizes& sizes) {
  Json bars = Json::array();
  for (const keys::SizeBar& bar : size_bars(sizes)) {
    bars.push_back({{"from", bar.first},
                    {"to", bar.last},
                    {"words", words_for(bar)},
                    {"records", bar.records}});
  }
  return bars;
}

// The commonest sets of key columns that are enough.
Json sets_json(const keys::KeyMeasures& measures) {
  constexpr std::size_t most = 100;
  Json sets = Json::array();
  for (const keys::UniqueSet& set : measures.suda.sets) {
    if (sets.size() == most) break;
    sets.push_back({{"keys", names_in(measures, set.keys)}, {"records", set.records}});
  }
  return sets;
}

Json diversity_json(const keys::Diversity& diversity, const Classes& groups) {
  const keys::DiversityExtremes extremes = extremes_of(diversity, groups);
  return {{"column", diversity.column},
          {"values", diversity.values},
          {"ordered", diversity.is_ordered},
          {"smallest", extremes.distinct},
          {"records_of_one_value", extremes.of_one},
          {"records_below_3", extremes.of_two},
          {"smallest_entropy", extremes.entropy},
          {"smallest_recursive", extremes.recursive},
          {"largest_t", extremes.closeness}};
}

}  // namespace

Json keys_json(const keys::KeyMeasures& measures) {
  const double expected = expected_reidentifications(measures);
  const auto& population = measures.population;
  Json json = {{"schema", 1},
               {"command", "keys"},
               {"rows", measures.records},
               {"keys", key_columns_json(measures)},
               {"weight", measures.weight.empty() ? Json() : Json(measures.weight)},
               {"smallest", std::ranges::min(measures.sizes.records)},
               {"uniques", records_below(measures.sizes, 2)},
               {"below3", records_below(measures.sizes, 3)},
               {"below5", records_below(measures.sizes, 5)},
               {"sizes", bars_json(measures.sizes)},
               {"expected_reidentifications", expected},
               {"global_risk", expected / static_cast<double>(measures.records)},
               {"largest_risk", std::ranges::max(measures.risks)},
               {"population_uniques", population.expected},
               {"population_uniques_ci", {population.interval.low, population.interval.high}},
               {"suda",
                {{"largest_set", measures.suda.largest},
                 {"records", measures.suda.records},
                 {"sets", sets_json(measures)}}}};
  if (measures.diversity) {
    json["diversity"] = diversity_json(*measures.diversity, measures.groups);
  }
  return json;
}

}  // namespace overhand::report
