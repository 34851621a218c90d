#include "overhand/table/retype.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/date_text.h"
#include "overhand/table/declared_missing.h"
#include "overhand/table/levels.h"
#include "overhand/table/number_text.h"
#include "overhand/table/truth_text.h"
#include "overhand/table/value_bits.h"

namespace overhand {
namespace {

std::string with_article(const Type& type) {
  const std::string name = name_of(type);
  return (std::holds_alternative<type::Integer>(type) ? "an " : "a ") + name;
}

// "by people.toml, line 7", where it is known.
std::string said_where(const ColumnPlan& plan) {
  if (plan.place.file.empty()) return "by its plan";
  const std::string position = position_of(plan.place);
  return fmt::format("by {}{}", plan.place.file, position.empty() ? "" : ", " + position);
}

Error misfit(std::string sentence, std::optional<std::size_t> row = std::nullopt) {
  Error error{ErrorKind::invalid_data, std::move(sentence)};
  if (row) error.place.record = *row + 1;
  return error;
}

Error wrong_value(const ColumnPlan& plan, const Type& type, std::size_t row) {
  return misfit(
      fmt::format("is to be {} {}, and this value is none.", with_article(type), said_where(plan)),
      row);
}

Error wrong_type(const Column& column, const ColumnPlan& plan, const Type& type) {
  return misfit(fmt::format("is to be {} {}, but it is {}, which cannot be turned into one.",
                            with_article(type), said_where(plan), words_for(column.type)));
}

Column made(const Column& column, Type type, Values values) {
  Column changed(column.name, std::move(type), std::move(values), column.role);
  changed.labels = column.labels;
  changed.date_layout = column.date_layout;
  return changed;
}

std::optional<double> real_in(std::string_view text, char decimal) {
  const auto number = number_text(text, decimal);
  return number ? finite_number_of(number->plain) : std::nullopt;
}

std::optional<std::int64_t> integer_in(std::string_view text, char decimal) {
  const auto number = number_text(text, decimal);
  if (!number) return std::nullopt;
  const auto whole = number_of<std::int64_t>(number->plain);
  if (whole && !is_missing(*whole)) return whole;
  const auto real = finite_number_of(number->plain);
  return real ? equal_integer(*real) : std::nullopt;
}

// Each value by change(value); where it gives none, the plan does not fit.
template <class To, class From, class Change>
Result<Column> changed(const Column& column, const ColumnPlan& plan, const Type& type,
                       const Cells<From>& values, To missing, const Change& change) {
  std::vector<To> result(values.size(), missing);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (is_missing(values[row])) continue;
    const std::optional<To> value = change(values[row]);
    if (!value) return wrong_value(plan, type, row);
    result[row] = *value;
  }
  return made(column, type, std::move(result));
}

// The same for texts, each of which is read once.
template <class To, class Read>
Result<Column> read_texts(const Column& column, const ColumnPlan& plan, const Type& type,
                          To missing, const Read& read) {
  const auto& texts = std::get<Texts>(column.values);
  std::vector<std::optional<To>> of_level(texts.dictionary().size());
  for (std::size_t code = 0; code < of_level.size(); ++code) {
    of_level[code] = read(texts.dictionary()[code]);
  }
  return changed(column, plan, type, texts.codes(), missing,
                 [&](Code code) { return of_level[static_cast<std::size_t>(code)]; });
}

// What each text says without the unit that all of them have.
class Amounts {
 public:
  Amounts(const Column& column, char decimal)
      : decimal_(decimal), unit_(unit_of(used_levels(std::get<Texts>(column.values)), decimal)) {}

  std::optional<double> real(std::string_view text) const {
    return real_in(number_in(text), decimal_);
  }
  std::optional<std::int64_t> integer(std::string_view text) const {
    return integer_in(number_in(text), decimal_);
  }

 private:
  std::string number_in(std::string_view text) const {
    return unit_ ? unit_->number_in(text) : std::string(text);
  }

  char decimal_;
  std::optional<Unit> unit_;
};

Result<Column> as_reals(const Column& column, const ColumnPlan& plan, char decimal) {
  const Type type = type::Real{};
  if (is_quantity(column.type)) return made(column, type, reals(column));
  if (storage_of(column.values) != Storage::texts) return wrong_type(column, plan, type);
  const Amounts amounts(column, decimal);
  return read_texts(column, plan, type, missing_real,
                    [&](std::string_view text) { return amounts.real(text); });
}

Result<Column> as_integers(const Column& column, const ColumnPlan& plan, char decimal) {
  const Type type = type::Integer{};
  if (const auto* values = std::get_if<Cells<double>>(&column.values)) {
    return changed(column, plan, type, *values, missing_integer, equal_integer);
  }
  if (storage_of(column.values) != Storage::texts) return wrong_type(column, plan, type);
  const Amounts amounts(column, decimal);
  return read_texts(column, plan, type, missing_integer,
                    [&](std::string_view text) { return amounts.integer(text); });
}

Result<Column> as_truth(const Column& column, const ColumnPlan& plan) {
  const Type type = type::Boolean{};
  if (std::holds_alternative<Texts>(column.values)) {
    return read_texts(column, plan, type, missing_integer, truth_in);
  }
  if (!is_quantity(column.type)) return wrong_type(column, plan, type);
  return changed(column, plan, type, Cells<double>(reals(column)), missing_integer,
                 [](double value) -> std::optional<std::int64_t> {
                   if (value != 0 && value != 1) return std::nullopt;
                   return static_cast<std::int64_t>(value);
                 });
}

// Dates or times, in whatever layout all of them are.
Result<Column> moments_of_texts(const Column& column, const ColumnPlan& plan, const Type& type) {
  const auto& texts = std::get<Texts>(column.values);
  if (missing_count(column.values) == texts.size()) {
    return made(column, type, Integers(texts.size(), missing_integer));
  }
  auto dates = dates_of(texts);
  if (dates && dates->is_unsure) {
    return misfit(
        fmt::format("is to be {} {}, and in each of its dates day and month could change places; "
                    "write them as 2026-11-15.",
                    with_article(type), said_where(plan)));
  }
  if (dates && dates->type.index() == type.index()) {
    Column moments = made(column, dates->type, std::move(dates->values));
    moments.date_layout = std::make_shared<const DateLayout>(dates->layout);
    return moments;
  }
  std::size_t row = 0;
  while (row < texts.size() && (!texts[row] || is_date(*texts[row]))) ++row;
  return wrong_value(plan, type, row < texts.size() ? row : 0);  // or they are in several layouts
}

Result<Column> as_dates(const Column& column, const ColumnPlan& plan) {
  const Type type = type::Date{};
  if (std::holds_alternative<Texts>(column.values)) return moments_of_texts(column, plan, type);
  const auto* time = std::get_if<type::Timestamp>(&column.type);
  if (time == nullptr || !time->zone.empty()) return wrong_type(column, plan, type);
  const std::int64_t day = units_per_second(time->unit) * seconds_per_day;
  auto days = changed(column, plan, type, std::get<Cells<std::int64_t>>(column.values),
                      missing_integer, [&](std::int64_t value) -> std::optional<std::int64_t> {
                        if (value % day != 0) return std::nullopt;
                        return value / day;
                      });
  if (days) days->format = column.format;  // they go out as the midnights that they were
  return days;
}

Result<Column> as_times(const Column& column, const ColumnPlan& plan) {
  const Type type = type::Timestamp{.unit = TimeUnit::second};
  if (std::holds_alternative<Texts>(column.values)) return moments_of_texts(column, plan, type);
  if (!std::holds_alternative<type::Date>(column.type)) return wrong_type(column, plan, type);
  return changed(column, plan, type, std::get<Cells<std::int64_t>>(column.values), missing_integer,
                 [](std::int64_t day) { return std::optional(day * seconds_per_day); });
}

Result<Column> as_categories(const Column& column, const ColumnPlan& plan) {
  const bool is_ordered = !plan.levels.empty();
  const bool is_as_found = std::holds_alternative<type::Category>(column.type);
  if (is_as_found && !is_ordered) return column;
  const Texts texts = texts_of(column);
  const auto levels = is_ordered ? plan.levels : levels_in_order(texts);
  std::optional<std::size_t> beyond;
  if (is_ordered) beyond = first_row_beyond(texts, levels);
  if (beyond) {
    return misfit(fmt::format("is ordered {}, and its list lacks the level that stands here.",
                              said_where(plan)),
                  beyond);
  }
  Column ordered = made(column, type::Category{is_ordered}, recoded(texts, levels));
  ordered.labels = with_levels(column.labels, levels);
  const bool came_as_letters =
      column.format == "u" || column.format == "U" || column.format == "vu";
  if (is_as_found || came_as_letters) {
    ordered.format = column.format;
    ordered.level_format = column.level_format;
  }
  return ordered;
}

Result<Column> as_type(const Column& column, const ColumnPlan& plan, char decimal) {
  const bool is_same = plan.type->index() == column.type.index();
  if (is_same && !std::holds_alternative<type::Category>(column.type)) return column;
  return match(
      *plan.type,  //
      [&](const type::Real&) { return as_reals(column, plan, decimal); },
      [&](const type::Integer&) { return as_integers(column, plan, decimal); },
      [&](const type::Boolean&) { return as_truth(column, plan); },
      [&](const type::Date&) { return as_dates(column, plan); },
      [&](const type::Timestamp&) { return as_times(column, plan); },
      [&](const type::Duration&) -> Result<Column> {
        return wrong_type(column, plan, type::Duration{});
      },
      [&](const type::Category&) { return as_categories(column, plan); },
      [&](const type::Text&) -> Result<Column> {
        return made(column, type::Text{}, texts_of(column));
      });
}

bool is_all_numbers(const Texts& texts, char decimal) {
  const auto counts = texts.level_counts();
  bool is_any = false;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    if (!real_in(texts.dictionary()[code], decimal)) return false;
    is_any = true;
  }
  return is_any;
}

// Nothing but numbers beside the missing values: the plan has said so without naming a type.
Result<Column> as_left(const Column& column, const ColumnPlan& plan, char decimal) {
  const auto* texts = std::get_if<Texts>(&column.values);
  const bool is_text = texts != nullptr && std::holds_alternative<type::Text>(column.type);
  if (!is_text || plan.missing.empty() || !is_all_numbers(*texts, decimal)) return column;
  if (auto whole = as_integers(column, plan, decimal)) return whole;
  return as_reals(column, plan, decimal);
}

}  // namespace

Result<Column> retyped(const Column& column, const ColumnPlan& plan, char decimal) {
  const Column there = without_declared_missing(column, plan.missing);
  auto changed = plan.type ? as_type(there, plan, decimal) : as_left(there, plan, decimal);
  if (!changed || storage_of(changed->values) == storage_of(column.values)) return changed;
  return without_declared_missing(*changed, plan.missing);  // now that -99.0 is a number
}

Table in_terms_of(const Table& original, Table table) {
  for (Column& column : table.columns()) {
    const auto found = find_column(original, column.name);
    if (!found || !is_quantity(column.type)) continue;
    if (!std::holds_alternative<type::Boolean>(original.columns()[*found].type)) continue;
    auto truth = retyped(column, {.name = column.name, .type = type::Boolean{}});
    if (truth) column = *std::move(truth);
  }
  return table;
}

}  // namespace overhand
