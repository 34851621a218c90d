// A schema as a TOML file, which a person edits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/schema.h"

namespace overhand::io {

// The file's text. It reads back as the same schema.
std::string schema_text(const Schema& schema, const SchemaComments& comments = {});

// `file` is its name in sentences. Fails, with the line, on what is no TOML, on a key, type or role
// that there is not (with the nearest that there is), on a value of another kind, on a column or a
// level named twice, and on a schema without a column.
Result<Schema> schema_of(std::string_view text, const std::string& file);

// With what its hierarchies say, whose files lie beside it.
Result<Schema> read_schema(const std::string& path);

}  // namespace overhand::io
