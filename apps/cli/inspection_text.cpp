#include "inspection_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "overhand/core/text.h"
#include "overhand/report/risk_words.h"

namespace overhand::cli {
namespace {

using inspection::InspectedColumn;

// Letters, not bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string cut(std::string text, std::size_t width) {
  if (width_of(text) <= width) return text;
  while (width_of(text) >= width || !is_utf8(text)) text.pop_back();
  return text + "…";
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

// One block a bar, of eight heights; nothing is there where nothing stands.
std::string blocks_of(const std::vector<std::size_t>& bars) {
  constexpr std::array<const char*, 8> blocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (bars.empty()) return {};
  const std::size_t top = std::max<std::size_t>(1, std::ranges::max(bars));
  std::string drawn;
  for (const std::size_t bar : bars) {
    drawn += bar == 0 ? " " : blocks[(bar * blocks.size() - 1) / top];
  }
  return drawn;
}

std::string bound_text(const inspection::Bound& bound) {
  if (const auto* real = std::get_if<double>(&bound)) return fmt::format("{:.6g}", *real);
  if (const auto* whole = std::get_if<std::int64_t>(&bound)) return fmt::to_string(*whole);
  return std::get<std::string>(bound);
}

std::string levels_text(const InspectedColumn& column) {
  std::vector<std::string> parts;
  for (const auto& level : column.levels) {
    parts.push_back(
        fmt::format("{} ({})", cut(printable(level.value), 30), report::grouped(level.records)));
  }
  if (column.levels.size() < column.distinct) {
    parts.push_back(fmt::format("{} more", column.distinct - column.levels.size()));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// What its values are, and why the role is proposed.
std::string about(const InspectedColumn& column) {
  const bool is_category = std::holds_alternative<type::Category>(column.type);
  std::string values;
  if (!column.levels.empty())
    values = levels_text(column) + ". ";
  else if (column.range && !is_category)
    values =
        fmt::format("{} to {}. ", bound_text(column.range->low), bound_text(column.range->high));
  return values + column.why;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.empty() && indent + width_of(line) + 1 + width_of(word) > width) {
      lines += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + std::string(indent, ' ') + line + "\n";
}

std::string coloured(const std::string& role, Treatment treatment, bool has_colours) {
  if (!has_colours) return role;
  const char* colour = treatment == Treatment::mask   ? "32"
                       : treatment == Treatment::keep ? "33"
                                                      : "31";
  return fmt::format("\033[{}m{}\033[0m", colour, role);
}

// What holds between columns in every record.
std::string relations_text(const inspection::Inspection& inspection, std::size_t width) {
  constexpr std::size_t most_shown = 12;
  const auto list = [&](const char* what, const std::vector<std::string>& formulas) {
    if (formulas.empty()) return std::string();
    const auto shown = std::span(formulas).first(std::min(formulas.size(), most_shown));
    const std::string more = formulas.size() > most_shown
                                 ? fmt::format(" and {} more", formulas.size() - most_shown)
                                 : "";
    return wrapped(printable(fmt::format("{}: {}{}.", what, fmt::join(shown, "; "), more)), width,
                   0);
  };
  const std::string text = list("In every record", inspection.identities) +
                           list("Rules that every record obeys", inspection.rules);
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string words_for(const io::Layout& layout) {
  static const std::map<io::FileFormat, std::string> formats = {
      {io::FileFormat::csv, "CSV"},          {io::FileFormat::tsv, "TSV"},
      {io::FileFormat::parquet, "Parquet"},  {io::FileFormat::feather, "Feather"},
      {io::FileFormat::orc, "ORC"},          {io::FileFormat::xlsx, "Excel"},
      {io::FileFormat::ods, "OpenDocument"}, {io::FileFormat::dta, "Stata"},
      {io::FileFormat::sav, "SPSS"},         {io::FileFormat::sas7bdat, "SAS"}};
  static const std::map<char, std::string> marks = {
      {',', "commas"}, {';', "semicolons"}, {'\t', "tabs"}, {'|', "bars"}};
  static const std::map<io::Encoding, std::string> encodings = {
      {io::Encoding::utf8, "UTF-8"},
      {io::Encoding::utf16_little, "UTF-16"},
      {io::Encoding::utf16_big, "UTF-16 (big-endian)"},
      {io::Encoding::windows1252, "Windows-1252"}};
  std::string words = formats.at(layout.format);
  if (layout.dialect) {
    const auto mark = marks.find(layout.dialect->delimiter);
    words += fmt::format(" with {}{}, {}", mark == marks.end() ? "other marks" : mark->second,
                         layout.dialect->decimal == ',' ? " and decimal commas" : "",
                         encodings.at(layout.dialect->encoding));
    if (!layout.dialect->has_header) words += ", without a header";
  }
  if (!layout.sheet.empty()) words += fmt::format(", sheet '{}'", layout.sheet);
  return words;
}

std::string inspection_text(const inspection::Inspection& inspection, std::size_t width,
                            bool has_colours) {
  constexpr std::size_t beside_name = 62;  // type, role, distinct, missing, histogram and gaps
  constexpr std::size_t shortest = 4;
  std::size_t name_width = shortest;
  for (const auto& column : inspection.columns) {
    name_width = std::max(name_width, width_of(printable(column.name)));
  }
  name_width = std::min(name_width, width - beside_name);
  std::string text = fmt::format("{}  {:<9}  {:<4}  {:>10}  {:>9}  histogram\n",
                                 padded("name", name_width), "type", "role", "distinct", "missing");
  for (const auto& column : inspection.columns) {
    text += fmt::format(
        "{}  {:<9}  {}  {:>10}  {:>9}  {}\n",
        padded(cut(printable(column.name), name_width), name_width), name_of(column.type),
        coloured(name_of(column.role), column.role, has_colours), report::grouped(column.distinct),
        report::grouped(column.missing), blocks_of(column.histogram));
    text += wrapped(about(column), width, shortest);
  }
  return text + relations_text(inspection, width);
}

}  // namespace overhand::cli
