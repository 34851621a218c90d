#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "overhand/core/text.h"
#include "overhand/report/plain_html_internal.h"

namespace overhand::report {
namespace {

using Json = nlohmann::ordered_json;

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else
      safe += c;
  }
  return is_utf8(safe) ? safe : printable(safe);
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json list_at(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_array() ? *found : Json::array();
}

// What stands between ** is strong.
std::string with_strong(std::string_view text) {
  std::string html;
  bool is_strong = false;
  for (std::size_t mark = text.find("**"); mark != std::string_view::npos; mark = text.find("**")) {
    html += escaped(text.substr(0, mark)) + (is_strong ? "</strong>" : "<strong>");
    is_strong = !is_strong;
    text.remove_prefix(mark + 2);
  }
  return html + escaped(text) + (is_strong ? "</strong>" : "");
}

std::string list_html(const char* title, const char* kind, const Json& lines) {
  std::string items;
  for (const Json& line : lines) {
    if (line.is_string()) items += "<li>" + with_strong(line.get<std::string>()) + "</li>";
  }
  if (items.empty()) return items;
  return fmt::format("<div class=\"{}\"><h3>{}</h3><ul>{}</ul></div>", kind, title, items);
}

std::string accepted_html(const std::string& why) {
  if (why.empty()) return why;
  return fmt::format(
      "<p class=\"warning refused\"><strong>The risk was accepted because:</strong> {}</p>",
      escaped(why));
}

std::string verdict_html(const Json& verdict) {
  return fmt::format(
      "<section class=\"verdict {}\"><h2>{}</h2>{}<p>{}</p>{}{}{}</section>",
      escaped(text_at(verdict, "level")), escaped(text_at(verdict, "headline")),
      accepted_html(text_at(verdict, "accepted")), with_strong(text_at(verdict, "facts")),
      list_html("What an intruder can do", "points risk", list_at(verdict, "intruder")),
      list_html("What analysts keep and lose", "points loss", list_at(verdict, "analysts")),
      list_html("What this does not promise", "points", list_at(verdict, "limits")));
}

// In the words of the page program.
std::string audience_html(const std::string& audience) {
  const bool is_external = audience == "external";
  return fmt::format("<p class=\"audience {}\">{}</p>", is_external ? "external" : "internal",
                     is_external ? "Report to pass on: of the original it shows aggregates only."
                                 : "Internal report: for the owner of the data only. Do not pass "
                                   "it on with the masked table.");
}

std::string details_html(const Json& details) {
  std::string rows;
  for (const Json& detail : details) {
    rows += fmt::format("<dt>{}</dt><dd>{}</dd>", escaped(text_at(detail, "name")),
                        escaped(text_at(detail, "value")));
  }
  if (rows.empty()) return rows;
  return "<section class=\"exact\"><h2>Exactly what was done</h2><dl>" + rows + "</dl></section>";
}

std::string row_html(const Json& cells, const char* tag) {
  std::string row;
  for (const Json& cell : cells) {
    const std::string text = cell.is_string() ? cell.get<std::string>()
                             : cell.is_null() ? ""
                                              : cell.dump();
    row += fmt::format("<{}>{}</{}>", tag, escaped(text), tag);
  }
  return "<tr>" + row + "</tr>";
}

std::string table_html(const Json& figure) {
  const Json table = figure.is_object() ? figure.value("table", Json::object()) : Json::object();
  std::string rows;
  for (const Json& row : list_at(table, "rows")) rows += row_html(row, "td");
  if (rows.empty()) return rows;
  return fmt::format("<h3>{}</h3><div class=\"scroll\"><table>{}{}</table></div>",
                     escaped(text_at(figure, "title")), row_html(list_at(table, "columns"), "th"),
                     rows);
}

// The others are pictures, whose numbers say little by themselves.
std::string tables_html(const Json& sections) {
  constexpr std::array shown = {"attacks",  "measures", "keys",   "rules",
                                "weighted", "analyses", "exposed"};
  std::string html;
  for (const Json& section : sections) {
    if (std::ranges::find(shown, text_at(section, "id")) == shown.end()) continue;
    for (const Json& figure : list_at(section, "figures")) html += table_html(figure);
  }
  return html.empty() ? html : "<section class=\"exact\"><h2>Figures</h2>" + html + "</section>";
}

}  // namespace

std::string plain_html(const Json& report) {
  const Json verdict = report.is_object() ? report.value("verdict", Json::object()) : Json();
  return fmt::format(
      "<h1>{}</h1>{}{}{}{}{}<p class=\"quiet\">The plots of this report are drawn with "
      "JavaScript.</p>",
      escaped(text_at(report, "title")), audience_html(text_at(report, "audience")),
      verdict_html(verdict), list_html("Notes", "notes", list_at(report, "notes")),
      details_html(list_at(report, "details")), tables_html(list_at(report, "sections")));
}

}  // namespace overhand::report
