#include <algorithm>
#include <optional>

#include "overhand/report/association_charts_internal.h"
#include "overhand/report/table_charts.h"
#include "overhand/statistics/mixed_association.h"

namespace overhand::report {
namespace {

using statistics::Measured;
using statistics::Profile;
using statistics::Square;

struct Maps {
  std::vector<std::string> names;
  Square original;
  Square masked;
  bool is_mixed;
};

Square associations(const Profile& profile) {
  const auto& columns = profile.numbers.columns;
  const std::vector<Reals> amounts(
      columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(profile.numbers.amounts));
  const auto related = statistics::related(amounts, profile.numbers.has_gaps());
  return profile.is_mixed ? statistics::association_matrix(profile, related.correlation)
                          : related.correlation;
}

// Kept ones where they are numbers; those of units are drawn anew.
std::vector<std::string> shared_names(const Table& original, const Table& masked) {
  std::vector<std::string> names;
  for (const Column& column : masked.columns()) {
    const bool is_shown =
        column.role == Role::mask || (column.role == Role::keep && is_quantity(column.type));
    if (is_shown && find_column(original, column.name)) names.push_back(column.name);
  }
  if (names.size() > most_columns_shown) names.resize(most_columns_shown);
  return names;
}

std::optional<Maps> maps_of(const Table& original, const Table& masked) {
  auto before = statistics::measured_of(original, shared_names(original, masked), "original");
  if (!before || before->dimension_count() < 2) return std::nullopt;
  auto after = statistics::measured_like(*before, masked, "masked");
  if (!after) return std::nullopt;
  auto [x, m] = statistics::in_common_terms(*std::move(before), *std::move(after));
  const bool is_mixed = x.is_mixed;
  auto names = names_of(x);
  return Maps{std::move(names), associations(statistics::profile_of(std::move(x))),
              associations(statistics::profile_of(std::move(m))), is_mixed};
}

Chart heat_map(const std::string& id, const std::string& title, const std::string& sentence,
               const Maps& maps, const auto& cell) {
  const char* measure = maps.is_mixed ? "association" : "correlation";
  const auto& names = maps.names;
  Json rows = Json::array();
  ChartTable table{{"column", "and", measure}};
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = 0; b < names.size(); ++b) {
      const double r = rounded(cell(a, b));
      rows.push_back({{"a", a}, {"b", b}, {"column", names[a]}, {"and", names[b]}, {"r", r}});
      table.rows.push_back({names[a], names[b], r});
    }
  }
  const int size = std::max(160, 18 * static_cast<int>(names.size()));
  Json spec = spec_with(rows, size, size);
  spec["mark"] = "rect";
  // By place and not by name: Vega takes values apart that mean something to it.
  spec["params"] = {{{"name", "names"}, {"value", names}}};
  Json x = channel("a", "ordinal", "");
  Json y = channel("b", "ordinal", "");
  x["axis"] = y["axis"] = {{"labelExpr", "names[datum.value]"}};
  Json fill = channel("r", "quantitative", measure);
  fill["scale"] = {{"domain", {-1, 1}}, {"scheme", "blueorange"}};
  spec["encoding"] = {{"x", x},
                      {"y", y},
                      {"color", fill},
                      {"tooltip",
                       {channel("column", "nominal", "column"), channel("and", "nominal", "and"),
                        channel("r", "quantitative", measure)}}};
  return {id, title, sentence, "Heat map: " + title, spec, table};
}

}  // namespace

std::vector<Chart> association_maps(const Table& original, const Table& masked) {
  const auto maps = maps_of(original, masked);
  if (!maps) return {};
  const std::string what = maps->is_mixed ? "Associations" : "Correlations";
  return {
      heat_map("correlation-original", what + ", original", "What analysts would have found.",
               *maps, maps->original),
      heat_map("correlation-masked", what + ", masked", "What they find now.", *maps, maps->masked),
      heat_map(
          "correlation-change", what + ", masked minus original", "White is unchanged.", *maps,
          [&](std::size_t a, std::size_t b) { return maps->masked(a, b) - maps->original(a, b); })};
}

}  // namespace overhand::report
