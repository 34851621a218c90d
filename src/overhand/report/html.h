// One self-contained HTML file: the page program with a report inside it.
//
// The report is the JSON that apps/web/page/src/report.ts describes:
//   {"schema": 1, "title", "audience": "internal" | "external",
//    "verdict": {"level": "usable" | "care" | "refused" | "unknown", "headline", "facts",
//                "intruder": [], "analysts": [], "limits": [], "accepted": why the risk is},
//    "sections": [{"id", "title", "sentence", "figures": [{"id", "title", "sentence", "alt",
//                  "spec": a Vega-Lite spec with its data inline,
//                  "table": {"columns": [], "rows": [[]]}}]}],
//    "details": [{"name", "value"}], "notes": []}
// Whatever is missing is shown as empty. Texts may mark strong words: "of 100 records **20**".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace overhand::report {

std::string report_html(const nlohmann::ordered_json& report);

// The page without a report: what the server serves.
std::string_view page_template();

}  // namespace overhand::report
