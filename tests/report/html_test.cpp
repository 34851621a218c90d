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

TEST(ReportHtml, SaysWhatDecidesWithoutAScript) {
  const Json rows = Json::array({Json::array({"dbrl", 0.25})});
  const Json figure = {{"title", "Risk and loss"},
                       {"table", {{"columns", {"measure", "value"}}, {"rows", rows}}}};
  const Json report = {{"title", "a.csv <b>"},
                       {"verdict",
                        {{"level", "care"},
                         {"headline", "Usable with care."},
                         {"facts", "10 records & 2 columns."},
                         {"intruder", {"Of 100 records **20** are linked."}},
                         {"analysts", {"Means within 1 %."}},
                         {"limits", {"No promise."}}}},
                       {"notes", {"A note."}},
                       {"details", {{{"name", "method"}, {"value", "cell_rotate <k>"}}}},
                       {"sections", {{{"id", "measures"}, {"figures", {figure}}}}}};
  const std::string page = report_html(report);
  const std::string plain = page.substr(0, page.find("<script id=\"report\""));
  for (const char* text :
       {"<h1>a.csv &lt;b&gt;</h1>", "Do not pass it on", "<h2>Usable with care.</h2>",
        "10 records &amp; 2 columns.", "<li>Of 100 records <strong>20</strong> are linked.</li>",
        "<li>Means within 1 %.</li>", "<li>No promise.</li>", "<li>A note.</li>",
        "<dt>method</dt><dd>cell_rotate &lt;k&gt;</dd>", "<td>dbrl</td><td>0.25</td>"}) {
    EXPECT_NE(plain.find(text), std::string::npos) << text;
  }
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
