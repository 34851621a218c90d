#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overhand/report/audience_internal.h"
#include "overhand/report/level_charts_internal.h"
#include "overhand/statistics/measured.h"

namespace overhand::report {
namespace {

using statistics::Category;

constexpr std::size_t most_levels_shown = 20;
constexpr std::size_t longest_level = 40;

struct Bar {
  std::string level;
  std::size_t original = 0;
  std::size_t masked = 0;
};

std::vector<Bar> bars_of(const Category& original, const Category& masked) {
  std::vector<Bar> bars(masked.code_count());
  for (std::size_t code = 0; code < bars.size(); ++code) {
    bars[code].level = masked.name_of(static_cast<Code>(code));
    if (bars[code].level.size() > longest_level) bars[code].level = fmt::format("level {}", code);
  }
  for (const Code code : original.codes) ++bars[static_cast<std::size_t>(code)].original;
  for (const Code code : masked.codes) ++bars[static_cast<std::size_t>(code)].masked;
  return bars;
}

// The commonest masked ones, in the order of their codes, and the rest as one.
std::vector<Bar> shown_bars(std::vector<Bar> bars, Audience audience) {
  std::vector<std::size_t> order(bars.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t k) {
    return bars[k].masked + (audience == Audience::internal ? bars[k].original : 0);
  });
  const auto is_shown = [&](std::size_t k) {
    return bars[k].masked > 0 || (audience == Audience::internal && bars[k].original > 0);
  };
  std::vector<std::size_t> chosen(
      order.begin(),
      order.begin() + static_cast<std::ptrdiff_t>(std::min(most_levels_shown, order.size())));
  std::erase_if(chosen, [&](std::size_t k) { return !is_shown(k); });
  std::ranges::sort(chosen);
  std::vector<Bar> shown;
  Bar others{"(others)"};
  for (const Bar& bar : bars) others.original += bar.original, others.masked += bar.masked;
  for (const std::size_t k : chosen) {
    others.original -= bars[k].original;
    others.masked -= bars[k].masked;
    shown.push_back(std::move(bars[k]));
  }
  if (others.original + others.masked > 0) shown.push_back(std::move(others));
  return shown;
}

Chart level_chart(const Category& original, const Category& masked, Audience audience) {
  Json rows = Json::array();
  ChartTable table{{"level", "original", "masked"}};
  std::vector<std::string> names;
  for (const Bar& bar : shown_bars(bars_of(original, masked), audience)) {
    const Json before = count_or_null(bar.original, audience);
    const std::size_t place = names.size();
    rows.push_back(
        {{"place", place}, {"level", bar.level}, {"records", before}, {"table", "original"}});
    rows.push_back(
        {{"place", place}, {"level", bar.level}, {"records", bar.masked}, {"table", "masked"}});
    table.rows.push_back({bar.level, before, bar.masked});
    names.push_back(bar.level);
  }
  Json spec = spec_with(rows, 260, std::max<int>(60, 18 * static_cast<int>(names.size())));
  spec["mark"] = {{"type", "bar"}, {"opacity", 0.55}};
  // By place and not by name: Vega takes values apart that mean something to it.
  spec["params"] = {{{"name", "names"}, {"value", names}}};
  Json y = channel("place", "ordinal", "");
  y["axis"] = {{"labelExpr", "names[datum.value]"}};
  Json x = channel("records", "quantitative", "records");
  x["stack"] = nullptr;
  spec["encoding"] = {{"x", x}, {"y", y}, {"color", table_colours()}};
  return {"levels-" + original.name,
          original.name,
          "Where the bars cover each other, nothing changed.",
          fmt::format("Bars of the levels of {} in the original and in the masked table.",
                      original.name),
          spec,
          table};
}

bool has_levels(const Column& column) {
  return std::holds_alternative<type::Boolean>(column.type) ||
         storage_of(column.type) == Storage::texts;
}

}  // namespace

std::vector<Chart> level_bars(const Table& original, const Table& masked, Audience audience) {
  std::vector<std::string> names;
  for (const Column& column : masked.columns()) {
    const auto found = find_column(original, column.name);
    if (!found || column.role != Role::mask || names.size() == most_columns_shown) continue;
    if (has_levels(original.columns()[*found])) names.push_back(column.name);
  }
  const auto before = statistics::measured_of(original, names, "original");
  if (!before) return {};
  const auto after = statistics::measured_like(*before, masked, "masked");
  if (!after) return {};
  std::vector<Chart> charts;
  for (std::size_t k = 0; k < before->categories.size(); ++k) {
    charts.push_back(level_chart(before->categories[k], after->categories[k], audience));
  }
  return charts;
}

}  // namespace overhand::report
