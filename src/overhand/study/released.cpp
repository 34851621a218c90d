#include "overhand/study/released.h"

#include "overhand/study/study.h"

namespace overhand::study {
namespace {

template <class Numbers>
auto difference(const Numbers& a, const Numbers& b) {
  std::vector<typename Numbers::value_type> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

Values difference(const Column& a, const Column& b) {
  const auto* whole_a = std::get_if<Cells<std::int64_t>>(&a.values);
  const auto* whole_b = std::get_if<Cells<std::int64_t>>(&b.values);
  if (whole_a != nullptr && whole_b != nullptr) return difference(*whole_a, *whole_b);
  return difference(reals(a), reals(b));
}

}  // namespace

Result<Table> with_difference(const Table& table, const std::string& name,
                              const std::string& minuend, const std::string& subtrahend,
                              const std::string& before) {
  const auto a = find_column(table, minuend);
  if (!a) return a.error();
  const auto b = find_column(table, subtrahend);
  if (!b) return b.error();
  const auto place = find_column(table, before);
  if (!place) return place.error();
  std::vector<Column> columns = table.columns();
  Column made{name, difference(columns[*a], columns[*b])};
  columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(*place), std::move(made));
  return Table(std::move(columns));
}

Result<std::optional<Table>> released_census(const Experiment& census,
                                             const ExperimentResult& result,
                                             const masking::Context& context) {
  const auto standings = ranking(result, tuning::Reading::by_true_source,
                                 {Family::paper, Family::ours, Family::other});
  if (standings.empty() || !standings.front().is_under) {
    return std::optional<Table>();
  }
  const Standing& best = standings.front();
  const random::Key key = random::derived_key(key_of_experiment("census", context.key),
                                              {random::Purpose::example, 0, 1});
  const Progress progress = named_progress(context.progress, "Census, the released table");
  const auto masked =
      masking::mask(*best.method->entrant.method, census.tables.front(),
                    {.values = best.chosen->point.options, .shuffle_rows = true}, {key, progress});
  if (!masked) return masked.error();
  auto whole = with_difference(masked->table, "PEARNVAL", "PTOTVAL", "POTHVAL", "FICA");
  if (!whole) return whole.error();
  return std::optional<Table>(*std::move(whole));
}

}  // namespace overhand::study
