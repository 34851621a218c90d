#include "overhand/study/orders.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <sstream>

namespace overhand::study {
namespace {

using tuning::Point;

Table in_order(const Table& table, const std::string& order) {
  std::vector<Column> columns;
  std::istringstream names(order);
  for (std::string name; std::getline(names, name, ',');) {
    const auto position = find_column(table, name);
    assert(position);
    columns.push_back(table.columns()[*position]);
  }
  return Table(std::move(columns));
}

std::vector<double> overall_scores(const Point& point) {
  std::vector<double> scores;
  for (const auto& replicate : point.replicates) {
    scores.push_back(value_of(replicate.paper.score, "overall"));
  }
  return scores;
}

}  // namespace

double median(std::vector<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double spread(const Orders& orders, std::vector<double> OrderRow::* scores) {
  std::vector<double> medians;
  for (const OrderRow& row : orders.rows) medians.push_back(median(row.*scores));
  double sum = 0;
  for (const double value : medians) sum += value;
  const double mean = sum / static_cast<double>(medians.size());
  double squares = 0;
  for (const double value : medians) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(medians.size() - 1));
}

Result<Orders> run_orders(const Experiment& experiment, const ExperimentResult& result,
                          const masking::Context& context) {
  const MethodResult* cart = find_method(result, "cart");
  const MethodResult* sjppds = find_method(result, "sjppds");
  assert(cart != nullptr && sjppds != nullptr && sjppds->paper.shown());
  const auto evaluator = tuning::Evaluator::prepare(experiment.tables.front());
  if (!evaluator) return evaluator.error();
  const auto& options = sjppds->points[*sjppds->paper.shown()].options;
  const tuning::Candidate candidate{"sjppds", sjppds->entrant.method, {options}};

  const random::Key own = key_of_experiment(experiment.name, context.key);
  Orders orders{experiment.name, static_cast<int>(std::get<std::int64_t>(options.at("bins"))), {}};
  for (const Point& point : cart->points) {
    if (point.failure) continue;
    const std::string& order = std::get<std::string>(point.options.at("order"));
    const random::Key key = random::derived_key(
        own, {random::Purpose::example, static_cast<std::uint32_t>(orders.rows.size())});
    const Progress progress =
        named_progress(context.progress, experiment.title + ", orders of the columns");
    auto points = tuning::evaluate_candidates(
        in_order(experiment.tables.front(), order), *evaluator, {candidate},
        {.replications = experiment.replications}, {key, progress});
    if (!points) return points.error();
    orders.rows.push_back({order, overall_scores(point), overall_scores(points->front().front())});
  }
  return orders;
}

}  // namespace overhand::study
