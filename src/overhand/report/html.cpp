#include "overhand/report/html.h"

#include <cassert>
#include <nlohmann/json.hpp>

#include "overhand/report/plain_html_internal.h"

namespace overhand::report {
namespace {

constexpr std::string_view place_of_report = "<!--OVERHAND_REPORT-->";
constexpr std::string_view place_of_plain =
    "<!--OVERHAND_PLAIN-->";  // the page program puts its own there

// In JSON a "<" stands only inside a string. Written as an escape, no text of a table or an option
// can end the script element or begin a comment.
std::string for_script_element(const nlohmann::ordered_json& report) {
  const std::string json =
      report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

void put(std::string& page, std::string_view place, const std::string& text) {
  const std::size_t at = page.find(place);
  assert(at != std::string::npos);
  page.replace(at, place.size(), text);
}

}  // namespace

std::string report_html(const nlohmann::ordered_json& report) {
  std::string page(page_template());
  put(page, place_of_plain, plain_html(report));
  put(page, place_of_report,
      "<script id=\"report\" type=\"application/json\">" + for_script_element(report) +
          "</script>");
  return page;
}

}  // namespace overhand::report
