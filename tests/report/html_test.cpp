#include "overhand/report/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

using Json = nlohmann::ordered_json;

// What stands in the script element of the report.
std::string embedded(const std::string& page) {
  const std::string begin = "<script id=\"report\" type=\"application/json\">";
  const auto from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

TEST(ReportHtml, HoldsTheReportAsItIs) {
  const Json report = {{"schema", 1}, {"title", "Survey"}, {"notes", {"a", "b"}}};
  EXPECT_EQ(Json::parse(embedded(report_html(report))), report);
}

TEST(ReportHtml, NoTextEndsTheScriptElement) {
  const Json report = {{"title", "</script><script>alert(1)</script>"}, {"notes", {"<!-- x"}}};
  const std::string text = embedded(report_html(report));
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(text), report);
}

TEST(ReportHtml, BrokenTextOfATableIsNoFailure) {
  EXPECT_NO_THROW(Json::parse(embedded(report_html({{"title", "\xff\xfe"}}))));
}

TEST(ReportHtml, IsOneFileOfModestSize) {
  const std::string page = report_html({{"title", "x"}});
  EXPECT_LT(page.size(), 1'200'000U);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  EXPECT_EQ(page.find("<link rel=\"stylesheet\""), std::string::npos);
}

}  // namespace
}  // namespace overhand::report
