// A report as plain HTML, for who reads it without JavaScript: previews of mail, strict viewers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace overhand::report {

// Verdict, notes, what was done and the tables that decide; whatever is missing is left out.
std::string plain_html(const nlohmann::ordered_json& report);

}  // namespace overhand::report
