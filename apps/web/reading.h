// How the open file is read, as the page says it and as it is told of it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/core/error.h"
#include "overhand/core/result.h"
#include "overhand/io/layout.h"
#include "overhand/io/read_table.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

// {"header": "present" | "absent", "delimiter": ";", "decimal": ",", "encoding": "utf-8", "sheet":
// name, "skip": "2", "last_row": "record" | "totals"}, each of them optional; what is not there or
// "" is found by looking.
Result<io::ReadOptions> reading_of(const Json& body);

// The same the other way round, with "" for what was not said.
Json reading_json(const io::ReadOptions& reading);

// {"kind": "text" | "workbook" | "other"} and how the table stood there: of a text {"header": bool,
// "delimiter", "decimal", "encoding"}, of a workbook {"sheet"}.
Json layout_json(const io::Layout& layout);
std::string kind_of(io::FileFormat format);

// What would settle the error, to be clicked: [{"words", "reading": what to say}].
Json choices_json(const Error& error);

}  // namespace overhand::web
