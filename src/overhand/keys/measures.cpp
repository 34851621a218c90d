#include "overhand/keys/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "overhand/core/stopping.h"
#include "overhand/keys/individual_risk_internal.h"
#include "overhand/statistics/weights.h"
#include "overhand/table/column_words.h"

namespace overhand::keys {
namespace {

std::optional<Error> problem_with(const KeyChoice& choice) {
  const auto clash = [&](const std::string& name, const std::string& what) -> std::optional<Error> {
    if (name.empty() || std::ranges::find(choice.keys, name) == choice.keys.end()) return {};
    return Error{ErrorKind::invalid_option,
                 at_start(name) + " is a key and cannot be " + what + " too.",
                 {.column = name}};
  };
  if (const auto problem = clash(choice.sensitive, "the sensitive column")) return problem;
  return clash(choice.weight, "the weight");
}

// A record that stands for nobody has no share of any class.
Result<Reals> weights_of(const Table& table, const std::string& column) {
  if (column.empty()) return Reals{};
  const auto weights = statistics::weights_in(table, column, "");
  if (!weights) return weights.error();
  const auto zero = std::ranges::find(*weights, 0.0);
  if (zero == weights->end()) return Reals(weights->begin(), weights->end());
  return Error{ErrorKind::invalid_data,
               in_words(column) + ", the weight of each record, is 0 here.",
               {.record = static_cast<std::size_t>(zero - weights->begin()) + 1, .column = column}};
}

std::vector<KeyFacts> facts_of(const KeyCodes& keys) {
  std::vector<KeyFacts> facts;
  for (const KeyColumn& key : keys.columns) {
    const auto missing = static_cast<std::size_t>(std::ranges::count(key.codes, missing_code));
    facts.push_back({key.name, key.levels, missing});
  }
  return facts;
}

Result<KeyMeasures> measured(const Table& table, const KeyChoice& choice,
                             const Progress& progress) {
  const auto keys = codes_of(table, choice.keys);
  if (!keys) return keys.error();
  const auto weights = weights_of(table, choice.weight);
  if (!weights) return weights.error();
  const Column* sensitive = nullptr;
  if (!choice.sensitive.empty()) {
    const auto place = find_column(table, choice.sensitive);
    if (!place) return place.error();
    sensitive = &table.columns()[*place];
  }
  if (table.row_count() == 0) {
    return Error{ErrorKind::invalid_data, "The table has no records: nothing can be measured."};
  }
  KeyMeasures measures{
      .records = table.row_count(), .keys = facts_of(*keys), .weight = choice.weight};
  KeyGroups groups = groups_of(*keys, *weights);
  if (auto problem = problem_with_sets(keys->key_count(), groups.count(), choice.suda)) {
    return *std::move(problem);
  }
  measures.sizes = for_records(groups, group_class_sizes(*keys, groups));
  measures.risks = individual_risks(measures.sizes);
  measures.population = population_uniques(measures.sizes);
  measures.suda = suda(*keys, groups, choice.suda, progress);
  if (sensitive != nullptr) measures.diversity = diversity(*sensitive, groups);
  measures.groups = std::move(groups.group);
  return measures;
}

// Where each bar begins; classes from the last on are all large.
constexpr std::array<Row, 8> bars_from = {1, 2, 3, 4, 5, 10, 20, 50};

}  // namespace

Result<KeyMeasures> measure_keys(const Table& table, const KeyChoice& choice,
                                 const Progress& progress) {
  if (auto problem = problem_with(choice)) return *std::move(problem);
  return stoppable(progress, [&] { return measured(table, choice, progress); });
}

std::size_t records_below(const ClassSizes& sizes, Row k) {
  return static_cast<std::size_t>(
      std::ranges::count_if(sizes.records, [k](Row records) { return records < k; }));
}

std::vector<SizeBar> size_bars(const ClassSizes& sizes) {
  std::vector<SizeBar> bars;
  for (std::size_t b = 0; b < bars_from.size(); ++b) {
    const bool is_last = b + 1 == bars_from.size();
    bars.push_back({bars_from[b], is_last ? bars_from[b] : bars_from[b + 1] - 1, 0});
  }
  for (const Row records : sizes.records) {
    const auto bar = std::ranges::upper_bound(bars_from, records) - bars_from.begin() - 1;
    ++bars[static_cast<std::size_t>(bar)].records;
    bars.back().last = std::max(bars.back().last, records);
  }
  return bars;
}

std::string words_for(const SizeBar& bar) {
  if (bar.first == bars_from.back()) return fmt::format("{} or more", bar.first);
  return bar.first == bar.last ? fmt::to_string(bar.first)
                               : fmt::format("{} to {}", bar.first, bar.last);
}

std::vector<std::string> names_in(const KeyMeasures& measures, std::uint32_t set) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < measures.keys.size(); ++j) {
    if ((set >> j & 1U) != 0) names.push_back(measures.keys[j].name);
  }
  return names;
}

double expected_reidentifications(const KeyMeasures& measures) {
  return std::accumulate(measures.risks.begin(), measures.risks.end(), 0.0);
}

Table record_table(const KeyMeasures& measures) {
  Integers records(measures.sizes.records.begin(), measures.sizes.records.end());
  std::vector<Column> columns = {{"fk", std::move(records)},
                                 {"Fk", measures.sizes.weights},
                                 {"risk", measures.risks},
                                 {"suda", measures.suda.scores},
                                 {"dis", measures.suda.dis}};
  if (measures.diversity) {
    Integers distinct;
    for (const std::uint32_t group : measures.groups) {
      distinct.push_back(measures.diversity->classes[group].distinct);
    }
    columns.push_back({"l", std::move(distinct)});
  }
  return Table(std::move(columns));
}

}  // namespace overhand::keys
