#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/archive_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/sheet_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

bool is_whole_in_digits(std::string_view spelled) {
  const std::size_t first = spelled.starts_with('-') ? 1 : 0;
  return spelled.size() > first && spelled[first] != '0' &&
         spelled.find_first_not_of("0123456789", first) == std::string_view::npos;
}

std::string date_text(std::int64_t milliseconds) {
  if (milliseconds % milliseconds_per_day == 0) {
    return text_of(type::Date{}, milliseconds / milliseconds_per_day);
  }
  if (milliseconds % 1000 == 0) {
    return text_of(type::Timestamp{TimeUnit::second}, milliseconds / 1000);
  }
  return text_of(type::Timestamp{TimeUnit::millisecond}, milliseconds);
}

std::string time_text(std::int64_t milliseconds) {
  if (milliseconds % 1000 == 0) return time_of_day_text(TimeUnit::second, milliseconds / 1000);
  return time_of_day_text(TimeUnit::millisecond, milliseconds);
}

std::string number_with(char decimal, double number) {
  std::string text = fmt::format("{}", number);
  std::ranges::replace(text, '.', decimal);
  return text;
}

// Its place among those of the sheet; none where there are too many.
std::optional<std::size_t> number_of_style(std::vector<std::string>& styles,
                                           std::string_view style) {
  constexpr std::size_t most_styles = 256;  // a table has few, and a search for each cell is short
  const auto found = std::ranges::find(styles, style);
  const auto number = static_cast<std::size_t>(found - styles.begin());
  if (found != styles.end()) return number;
  if (styles.size() == most_styles) return std::nullopt;
  styles.emplace_back(style);
  return number;
}

}  // namespace

std::string text_in(const Sheet& sheet, const SheetCell& cell, char decimal) {
  const auto milliseconds = static_cast<std::int64_t>(cell.number);
  const CellKind kind = cell.kind;
  switch (kind) {
    case CellKind::number:
      return number_with(decimal, cell.number);
    case CellKind::boolean:
      return cell.number != 0 ? "true" : "false";
    case CellKind::date:
      return date_text(milliseconds);
    case CellKind::time:
    case CellKind::duration:
      return time_text(milliseconds);
    case CellKind::whole:
    case CellKind::code:
    case CellKind::text:
      return std::string(sheet.text_of(cell));
    case CellKind::no_date:
    case CellKind::error:
    case CellKind::no_result:
      return {};
  }
  return {};
}

void SheetBuilder::take_memory(std::size_t bytes) {
  static const std::size_t most = memory_for_a_table();
  memory_ += bytes;
  if (memory_ > most) state_ = State::too_large;
}

Code SheetBuilder::code_of(std::string_view text) {
  take_memory(text.size() + sizeof(Code));
  return state_ == State::sound ? texts_.code_of(text) : missing_code;
}

void SheetBuilder::add(CellReference at, SheetCell cell) {
  take_memory(sizeof(SheetCell));
  if (state_ != State::sound) return;
  if (at.row >= most_sheet_rows || at.column >= most_sheet_columns) {
    state_ = State::out_of_order;
    return;
  }
  if (at.column >= sheet_.columns.size()) sheet_.columns.resize(at.column + 1);
  auto& cells = sheet_.columns[at.column];
  if (!cells.empty() && cells.back().row >= at.row) {
    state_ = State::out_of_order;
    return;
  }
  cell.row = static_cast<std::uint32_t>(at.row) & 0xFFFFFFU;
  cells.push_back(cell);
  ++cell_count_;
}

void SheetBuilder::add_text(CellReference at, std::string_view text, CellKind kind) {
  if (text.empty()) return;
  add(at, SheetCell{.text = code_of(text), .kind = kind});
}

void SheetBuilder::add_text(CellReference at, Code text) {
  add(at, SheetCell{.text = text, .kind = CellKind::text});
}

void SheetBuilder::add_code(CellReference at, std::string_view text, std::string_view style) {
  const auto number = number_of_style(sheet_.code_styles, style);
  if (!number) return add_text(at, text);
  add(at,
      SheetCell{
          .number = static_cast<double>(*number), .text = code_of(text), .kind = CellKind::code});
}

void SheetBuilder::add_date(CellReference at, double milliseconds, std::string_view format) {
  const auto number = format.empty() ? std::nullopt : number_of_style(sheet_.date_formats, format);
  add(at, SheetCell{.number = milliseconds,
                    .text = number ? static_cast<Code>(*number) : missing_code,
                    .kind = CellKind::date});
}

void SheetBuilder::add(CellReference at, CellKind kind, double number) {
  add(at, SheetCell{.number = number, .kind = kind});
}

void SheetBuilder::add_number(CellReference at, std::string_view spelled) {
  const auto number = number_of<double>(spelled);
  if (!number) return add(at, CellKind::error);
  if (std::isnan(*number)) return;
  if (std::abs(*number) >= first_inexact && is_whole_in_digits(spelled)) {
    return add_text(at, spelled, CellKind::whole);
  }
  add(at, CellKind::number, *number);
}

Sheet SheetBuilder::finish(std::string name) && {
  sheet_.name = std::move(name);
  sheet_.texts = std::move(texts_).finish();
  return std::move(sheet_);
}

}  // namespace overhand::io
