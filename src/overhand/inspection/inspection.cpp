#include "overhand/inspection/inspection.h"

#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/core/stopping.h"
#include "overhand/inspection/proposal_internal.h"
#include "overhand/inspection/settled_internal.h"
#include "overhand/relations/identities.h"
#include "overhand/relations/rules.h"
#include "overhand/statistics/histogram.h"
#include "overhand/table/cell_text.h"

namespace overhand::inspection {
namespace {

bool has_range(const Type& type) {
  return match(
      type,  //
      [](const type::Real&) { return true; }, [](const type::Integer&) { return true; },
      [](const type::Boolean&) { return false; }, [](const type::Date&) { return true; },
      [](const type::Timestamp&) { return true; }, [](const type::Duration&) { return true; },
      [](const type::Category&) { return false; }, [](const type::Text&) { return false; });
}

// The decimals of a second are as many as the unit of the file has: zeros at the end tell nothing.
std::string without_idle_decimals(std::string text) {
  const std::string zone = text.ends_with('Z') ? "Z" : "";
  text.resize(text.size() - zone.size());
  if (text.find('.') != std::string::npos) {
    text.resize(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text + zone;
}

Bound bound_of(const Type&, double value) { return value + 0.0; }  // no -0
Bound bound_of(const Type& type, std::int64_t value) {
  if (is_quantity(type)) return value;
  return without_idle_decimals(text_of(type, value));
}

bool is_in_range(double value) { return std::isfinite(value); }
bool is_in_range(std::int64_t value) { return !is_missing(value); }

template <class Number>
std::optional<Extremes> extremes_of(const Type& type, const Cells<Number>& values) {
  std::optional<std::pair<Number, Number>> found;
  for (const Number value : values) {
    if (!is_in_range(value)) continue;
    if (!found) found = {value, value};
    found = {std::min(found->first, value), std::max(found->second, value)};
  }
  if (!found) return std::nullopt;
  return Extremes{bound_of(type, found->first), bound_of(type, found->second)};
}

std::optional<Extremes> range_of(const Column& column) {
  if (!has_range(column.type)) return std::nullopt;
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return extremes_of(column.type, *reals);
  }
  return extremes_of(column.type, std::get<Cells<std::int64_t>>(column.values));
}

// What is infinite has no place in a picture.
Reals numbers_in(const Column& column) {
  Reals numbers(column.size());
  const auto copy = [&](const auto& cells) {
    std::ranges::transform(cells, numbers.begin(), [](auto value) {
      return is_in_range(value) ? static_cast<double>(value) : missing_real;
    });
  };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    copy(*reals);
  else
    copy(std::get<Cells<std::int64_t>>(column.values));
  return numbers;
}

// By level where the proposal takes numbers for codes: a picture of the levels, not of amounts.
std::vector<std::size_t> bars_of(const Column& column, const Tally& tally, const Type& proposed) {
  if (tally.count.present == 0) return {};
  const bool is_category = std::holds_alternative<type::Category>(proposed);
  if (has_range(column.type) && !is_category) {
    const Reals numbers = numbers_in(column);
    return statistics::histogram(numbers, statistics::range(numbers));
  }
  return tally.commonest;
}

std::vector<Level> shared_levels(const Tally& tally, const Type& type) {
  if (!std::holds_alternative<type::Category>(type) &&
      !std::holds_alternative<type::Boolean>(type)) {
    return {};
  }
  std::vector<Level> levels = tally.levels;
  std::erase_if(levels, [](const Level& level) { return level.records < 2; });
  return levels;
}

std::vector<std::string> order_of(const Column& column) {
  const auto* category = std::get_if<type::Category>(&column.type);
  std::vector<std::string> levels;
  if (category == nullptr || !category->is_ordered) return levels;
  const Dictionary& dictionary = std::get<Texts>(column.values).dictionary();
  for (std::size_t code = 0; code < dictionary.size(); ++code)
    levels.emplace_back(dictionary[code]);
  return levels;
}

// Text and categories differ by their storage in a file; what they are is told by the proposal.
Type found_type(const Column& column, const Type& proposed) {
  return std::holds_alternative<Texts>(column.values) ? proposed : column.type;
}

InspectedColumn inspected(const Column& original) {
  const Column column = settled(original);
  const Tally counted = tally(column);
  const Proposal proposal = proposal_for(column, counted);
  return {.name = column.name,
          .found = found_type(column, proposal.type),
          .type = proposal.type,
          .role = proposal.role,
          .why = proposal.why,
          .looks_like_identifier = proposal.looks_like_identifier,
          .looks_like_weight = proposal.looks_like_weight,
          .distinct = counted.count.distinct,
          .missing = counted.missing,
          .range = range_of(column),
          .histogram = bars_of(column, counted, proposal.type),
          .levels = shared_levels(counted, proposal.type),
          .order = order_of(column)};
}

// What is proposed to be masked, and what to be kept.
Table proposed_table(const Table& table, const Inspection& inspection) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Treatment treatment = inspection.columns[j].role;
    if (treatment == Treatment::drop) continue;
    columns.push_back(table.columns()[j]);
    columns.back().role = treatment == Treatment::mask ? Role::mask : Role::keep;
  }
  return Table(std::move(columns));
}

Result<Inspection> inspect_all(const Table& table, const std::vector<std::string>& unreadable) {
  Inspection inspection{table.row_count(), std::vector<InspectedColumn>(table.column_count())};
  parallel_for_each_index(table.column_count(), [&](std::size_t j) {
    inspection.columns[j] = inspected(table.columns()[j]);
  });
  for (InspectedColumn& column : inspection.columns) {
    if (std::ranges::find(unreadable, column.name) == unreadable.end()) continue;
    column.why = "It is of a type that can neither be masked nor kept.";
  }
  const Table proposed = proposed_table(table, inspection);
  inspection.identities = relations::identities(proposed);
  for (const auto& rule : relations::mined_rules(proposed)) inspection.rules.push_back(rule.text());
  return inspection;
}

}  // namespace

Result<Inspection> inspect(const Table& table, const std::vector<std::string>& unreadable,
                           const Progress& progress) {
  return stoppable(progress, [&] { return inspect_all(table, unreadable); });
}

Schema proposed_schema(const Inspection& inspection) {
  Schema schema;
  for (const InspectedColumn& column : inspection.columns) {
    Type type = column.type;
    if (auto* category = std::get_if<type::Category>(&type)) {
      category->is_ordered = !column.order.empty();
    }
    schema.columns.push_back(
        {.name = column.name, .type = type, .role = column.role, .levels = column.order});
  }
  return schema;
}

}  // namespace overhand::inspection
