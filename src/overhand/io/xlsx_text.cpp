#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/arrow_table_internal.h"
#include "overhand/io/cell_reference_internal.h"
#include "overhand/io/code_style_internal.h"
#include "overhand/io/iso_time_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/xlsx_text_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

using Buffer = fmt::memory_buffer;

// In the order of cellXfs below.
enum Style : std::size_t {
  general,
  date,
  seconds,
  milliseconds,
  time,
  fine_time,
  elapsed,
  fine_elapsed,
  first_own  // those that columns came with follow
};

bool looks_escaped(std::string_view text) {
  constexpr std::size_t length = 7;
  return text.size() >= length && text.starts_with("_x") && text[length - 1] == '_' &&
         text.substr(2, 4).find_first_not_of("0123456789ABCDEFabcdef") == std::string_view::npos;
}

// With Excel's own spelling of characters that XML has no place for.
void append_escaped(Buffer& buffer, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      buffer.append(std::string_view("&amp;"));
    } else if (c == '<') {
      buffer.append(std::string_view("&lt;"));
    } else if (c == '>') {
      buffer.append(std::string_view("&gt;"));
    } else if (c == '"') {
      buffer.append(std::string_view("&quot;"));
    } else if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') {
      fmt::format_to(fmt::appender(buffer), "_x{:04X}_", static_cast<unsigned>(c));
    } else if (c == '_' && looks_escaped(text.substr(i))) {
      buffer.append(std::string_view("_x005F_"));
    } else {
      buffer.push_back(c);
    }
  }
}

std::string escaped(std::string_view text) {
  Buffer buffer;
  append_escaped(buffer, text);
  return fmt::to_string(buffer);
}

}  // namespace

// The cells of one row after the other.
class RowText {
 public:
  void start(std::size_t number) {
    digits_ = fmt::format_int(number).str();
    fmt::format_to(fmt::appender(buffer_), R"(<row r="{}">)", digits_);
  }
  void end() { add("</row>"); }
  std::string finish() { return fmt::to_string(buffer_); }

  void add_text(const std::string& letters, std::string_view text) {
    if (text.empty()) return;
    start_cell(letters, general);
    add(R"( t="inlineStr"><is><t xml:space="preserve">)");
    append_escaped(buffer_, text);
    add("</t></is></c>");
  }

  void add(const SheetText::Source& source, std::size_t row) {
    using Kind = SheetText::Kind;
    switch (source.kind) {
      case Kind::reals:
        return add_real(source, row);
      case Kind::integers:
        return add_integer(source, row);
      case Kind::booleans:
        return add_boolean(source, row);
      case Kind::milliseconds:
      case Kind::times:
        return add_time(source, row);
      case Kind::codes:
        return add_code(source, row);
      case Kind::texts:
        return add_as_text(source, row);
    }
  }

 private:
  void add(std::string_view text) { buffer_.append(text); }

  void start_cell(const std::string& letters, std::size_t style) {
    add(R"(<c r=")");
    add(letters);
    add(digits_);
    add("\"");
    if (style != general) fmt::format_to(fmt::appender(buffer_), R"( s="{}")", style);
  }

  template <class Number>
  void add_number(const SheetText::Source& source, Number number) {
    start_cell(source.letters, source.style);
    fmt::format_to(fmt::appender(buffer_), "><v>{}</v></c>", number);
  }

  void add_as_text(const SheetText::Source& source, std::size_t row) {
    if (const auto* texts = std::get_if<Texts>(&source.column.values)) {
      if (const auto text = (*texts)[row]) add_text(source.letters, *text);
    } else if (const auto text = cell_text(source.column, row)) {
      add_text(source.letters, *text);
    }
  }

  // What the style does not show as it is, stays text.
  void add_code(const SheetText::Source& source, std::size_t row) {
    const auto text = std::get<Texts>(source.column.values)[row];
    if (!text) return;
    const auto number = number_in_code(*text, source.column.labels->display);
    if (!number) return add_text(source.letters, *text);
    add_number(source, *number);
  }

  void add_real(const SheetText::Source& source, std::size_t row) {
    const double value = std::get<Cells<double>>(source.column.values)[row];
    if (is_missing(value)) return;
    if (std::isinf(value)) return add_as_text(source, row);
    if (source.column.format == "f") return add_number(source, static_cast<float>(value));
    add_number(source, value);
  }

  void add_integer(const SheetText::Source& source, std::size_t row) {
    constexpr std::int64_t beyond_double = std::int64_t{1} << 53;
    const std::int64_t value = std::get<Cells<std::int64_t>>(source.column.values)[row];
    if (is_missing(value)) return;
    if (value <= -beyond_double || value >= beyond_double) return add_as_text(source, row);
    add_number(source, value);
  }

  void add_boolean(const SheetText::Source& source, std::size_t row) {
    const std::int64_t value = std::get<Cells<std::int64_t>>(source.column.values)[row];
    if (is_missing(value)) return;
    start_cell(source.letters, general);
    add(value != 0 ? R"( t="b"><v>1</v></c>)" : R"( t="b"><v>0</v></c>)");
  }

  void add_time(const SheetText::Source& source, std::size_t row) {
    const auto serial = serial_in(source, row);
    if (!serial) return add_as_text(source, row);
    add_number(source, *serial);
  }

  // None where it is missing, or has no number in Excel.
  static std::optional<double> serial_in(const SheetText::Source& source, std::size_t row) {
    constexpr auto per_day = static_cast<double>(milliseconds_per_day);
    if (source.kind == SheetText::Kind::times) {
      const auto text = std::get<Texts>(source.column.values)[row];
      const auto since_midnight = text ? time_of_day(*text) : std::nullopt;
      if (!since_midnight) return std::nullopt;
      return static_cast<double>(*since_midnight) / per_day;
    }
    const std::int64_t value = std::get<Cells<std::int64_t>>(source.column.values)[row];
    if (is_missing(value) || !has_text(source.column.type, value)) return std::nullopt;
    if (!source.is_date) {
      return static_cast<double>(value) * static_cast<double>(source.multiplier) /
             static_cast<double>(source.divisor) / per_day;
    }
    return serial_of(value * source.multiplier / source.divisor);
  }

  Buffer buffer_;
  std::string digits_;  // the number of the row
};

// Times of a zone and below a millisecond stay text, so that nothing of them is lost.
void SheetText::set_times(Source& source) {
  const auto* timestamp = std::get_if<type::Timestamp>(&source.column.type);
  const auto* duration = std::get_if<type::Duration>(&source.column.type);
  if (timestamp != nullptr ? !timestamp->zone.empty() : duration == nullptr) return;
  const TimeUnit unit = timestamp != nullptr ? timestamp->unit : duration->unit;
  const std::int64_t per_second = units_per_second(unit);
  source.multiplier = std::max<std::int64_t>(1000 / per_second, 1);
  source.divisor = std::max<std::int64_t>(per_second / 1000, 1);
  const auto& values = std::get<Cells<std::int64_t>>(source.column.values);
  const bool is_exact = std::ranges::all_of(
      values, [&](std::int64_t value) { return is_missing(value) || value % source.divisor == 0; });
  if (!is_exact) return;
  source.kind = Kind::milliseconds;
  source.is_date = timestamp != nullptr;
  const bool is_fine = unit != TimeUnit::second;
  source.style =
      source.is_date ? (is_fine ? milliseconds : seconds) : (is_fine ? fine_elapsed : elapsed);
}

namespace {

// By the style that the column came with.
bool is_of_sheet(const Column& column) {
  return column.labels != nullptr && column.labels->package == Package::none;
}

bool is_shown_as_codes(const Column& column) {
  return is_of_sheet(column) && shows_codes(column.labels->display);
}

bool is_shown_as_dates(const Column& column) {
  return is_of_sheet(column) && style_of(column.labels->display) == NumberStyle::date;
}

}  // namespace

SheetText::Source SheetText::source_of(const Column& original, std::size_t position) {
  Source source{with_numbers_of_texts(original), column_letters(position)};
  const auto as = [&](Kind kind) { source.kind = kind; };
  match(
      source.column.type,  //
      [&](const type::Real&) { as(Kind::reals); },
      [&](const type::Integer&) { as(Kind::integers); },
      [&](const type::Boolean&) { as(Kind::booleans); },
      [&](const type::Date&) {
        as(Kind::milliseconds);
        source.multiplier = milliseconds_per_day;
        source.is_date = true;
        source.style = date;
      },
      [&](const type::Timestamp&) { set_times(source); },
      [&](const type::Duration&) { set_times(source); },  //
      [&](const type::Category&) {
        if (is_shown_as_codes(source.column)) as(Kind::codes);
      },
      [&](const type::Text&) {
        if (is_shown_as_codes(source.column)) as(Kind::codes);
        if (source.column.format != "tts" && source.column.format != "ttm") return;
        as(Kind::times);
        source.style = source.column.format == "tts" ? time : fine_time;
      });
  return source;
}

SheetText::SheetText(const Table& table) : table_(table) {
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    Source source = source_of(table.columns()[j], j);
    const bool is_date = source.kind == Kind::milliseconds && is_shown_as_dates(source.column);
    const bool is_own = source.kind == Kind::codes || is_date;
    if (is_own) source.style = own_style(source.column.labels->display);
    sources_.push_back(std::move(source));
  }
}

std::size_t SheetText::own_style(const std::string& format) {
  const auto found = std::ranges::find(own_formats_, format);
  const auto number = static_cast<std::size_t>(found - own_formats_.begin());
  if (found == own_formats_.end()) own_formats_.push_back(format);
  return first_own + number;
}

std::string SheetText::head() const {
  RowText names;
  names.start(1);
  for (const Source& source : sources_) names.add_text(source.letters, source.column.name);
  names.end();
  return fmt::format(
      R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:{}{}"/><sheetData>{})",
      sources_.empty() ? "A" : sources_.back().letters, row_count() + 1, names.finish());
}

std::string SheetText::rows(std::size_t begin, std::size_t end) const {
  RowText text;
  for (std::size_t row = begin; row < end; ++row) {
    text.start(row + 2);
    for (const Source& source : sources_) text.add(source, row);
    text.end();
  }
  return text.finish();
}

std::string SheetText::tail() const { return "</sheetData></worksheet>"; }

namespace {

// More formats behind those of dates and times, with the styles that name them.
struct MoreStyles {
  std::size_t count = 0;  // of formats that Excel does not know by number
  std::string formats = {};
  std::string styles = {};
};

MoreStyles styles_of(const std::vector<std::string>& formats) {
  constexpr std::size_t first_number = 171;
  MoreStyles more;
  for (const std::string& format : formats) {
    const auto built_in = built_in_number(format);
    const std::size_t number = built_in.value_or(first_number + more.count);
    if (!built_in) {
      ++more.count;
      more.formats +=
          fmt::format(R"(<numFmt numFmtId="{}" formatCode="{}"/>)", number, escaped(format));
    }
    more.styles += fmt::format(
        R"(<xf numFmtId="{}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>)",
        number);
  }
  return more;
}

}  // namespace

std::vector<WorkbookPart> workbook_parts(const std::string& sheet,
                                         const std::vector<std::string>& own_formats) {
  const MoreStyles own = styles_of(own_formats);
  const auto part = [](const char* name, const std::string& text) {
    return WorkbookPart{name, R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
)" + text};
  };
  return {
      part(
          "[Content_Types].xml",
          R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>)"),
      part(
          "_rels/.rels",
          R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>)"),
      part(
          "xl/workbook.xml",
          fmt::format(
              R"(<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="{}" sheetId="1" r:id="rId1"/></sheets></workbook>)",
              escaped(sheet))),
      part(
          "xl/_rels/workbook.xml.rels",
          R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>)"),
      part("xl/styles.xml", fmt::format(
                                R"(<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="{}"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\-mm\-dd hh:mm:ss.000"/><numFmt numFmtId="167" formatCode="hh:mm:ss"/><numFmt numFmtId="168" formatCode="hh:mm:ss.000"/><numFmt numFmtId="169" formatCode="[h]:mm:ss"/><numFmt numFmtId="170" formatCode="[h]:mm:ss.000"/>{}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="{}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="167" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="168" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="169" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="170" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>{}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>)",
                                7 + own.count, own.formats, 8 + own_formats.size(), own.styles)),
  };
}

std::string allowed_sheet_name(const std::string& name) {
  constexpr std::size_t longest = 31;
  const bool is_allowed = !name.empty() && excel_length(name) <= longest &&
                          name.find_first_of("[]:*?/\\") == std::string::npos &&
                          !name.starts_with('\'') && !name.ends_with('\'');
  return is_allowed ? name : "Sheet1";
}

std::size_t excel_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_continuation = (byte & 0xC0U) == 0x80U;
    units += static_cast<std::size_t>(!is_continuation) + static_cast<std::size_t>(byte >= 0xF0);
  }
  return units;
}

}  // namespace overhand::io
