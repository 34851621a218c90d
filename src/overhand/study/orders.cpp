#include "overhand/study/orders.h"

#include <cassert>
#include <cmath>
#include <map>

#include "overhand/statistics/median.h"
#include "overhand/table/column_list.h"

namespace overhand::study {
namespace {

using tuning::Point;

Table in_order(const Table& table, const std::string& order) {
  std::vector<Column> columns;
  for (const std::string& name : names_meant(order, column_names(table))) {
    const auto position = find_column(table, name);
    assert(position);
    columns.push_back(table.columns()[*position]);
  }
  return Table(std::move(columns));
}

// Of the maskings of table `t`, when all tables were masked as often.
std::vector<double> overall_scores(const Point& point, std::size_t t, std::size_t tables) {
  const std::size_t count = point.replicates.size() / tables;
  std::vector<double> scores;
  for (std::size_t r = t * count; r < (t + 1) * count; ++r) {
    scores.push_back(
        value_of(point.replicates[r].as_published, evaluation::MeasureId::overall_score));
  }
  return scores;
}

double standard_deviation(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// Every order on table `t`.
Status add_table(Orders& orders, std::size_t t, const Experiment& experiment,
                 const ExperimentResult& result, const masking::Context& context) {
  const MethodResult* cart = find_method(result, "cart");
  const MethodResult* sjppds = find_method(result, "sjppds");
  assert(cart != nullptr && sjppds != nullptr && sjppds->as_published);
  const Table& table = experiment.tables[t];
  const auto evaluator = evaluation::Evaluator::prepare(table);
  if (!evaluator) return evaluator.error();
  const auto& options = sjppds->points[sjppds->as_published->settings[t]].options;
  const tuning::Candidate candidate{"sjppds", sjppds->entrant.method, {options}};
  const random::Key own = key_of_experiment(experiment.name, context.key);
  const Progress progress =
      named_progress(context.progress, experiment.title + ", orders of the columns");
  for (std::size_t o = 0; o < cart->points.size(); ++o) {
    const Point& point = cart->points[o];
    if (point.failure) continue;
    const std::string& order = std::get<masking::ColumnList>(point.options.at("order")).typed;
    const random::Key key =
        random::derived_key(own, {random::Purpose::example, static_cast<std::uint32_t>(o), 0,
                                  static_cast<std::uint32_t>(t)});
    auto points =
        tuning::evaluate_candidates(in_order(table, order), *evaluator, {candidate},
                                    {.replications = experiment.replications}, {key, progress});
    if (!points) return points.error();
    orders.rows.push_back({t, order, overall_scores(point, t, experiment.tables.size()),
                           overall_scores(points->front().front(), 0, 1)});
  }
  return Done{};
}

}  // namespace

double spread(const Orders& orders, std::vector<double> OrderRow::* scores) {
  std::map<std::size_t, std::vector<double>> medians;
  for (const OrderRow& row : orders.rows)
    medians[row.table].push_back(statistics::median(row.*scores));
  std::vector<double> spreads;
  for (const auto& [table, values] : medians) spreads.push_back(standard_deviation(values));
  return statistics::median(std::move(spreads));
}

Result<Orders> run_orders(const Experiment& experiment, const ExperimentResult& result,
                          const masking::Context& context) {
  Orders orders{experiment.name, experiment.title, {}};
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    const auto done = add_table(orders, t, experiment, result, context);
    if (!done) return done.error();
  }
  return orders;
}

}  // namespace overhand::study
