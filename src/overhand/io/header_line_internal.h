// Whether the first line of a text is a header.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace overhand::io {

using Fields = std::vector<std::string>;

// Whether the first line holds values rather than names, by the records below it: most cells above
// numbers are numbers themselves, or a text occurs again below, unless more fields can only be
// names: different texts all of them, above numbers or levels that are others. Years are names,
// unless there are years below.
bool looks_like_record(const Fields& first, const std::vector<Fields>& below);

// The first field whose text stands again below it.
std::optional<std::size_t> field_said_again(const Fields& first, const std::vector<Fields>& below);

// "the first line looks like a record, not like names of columns", and the field that says so.
std::string record_words(const char* first, std::optional<std::size_t> field);

// Which of the rows below holds the names, where the first is a title above them: it fills one cell
// of several, and a row of texts alone, each another, stands above numbers or dates.
std::optional<std::size_t> names_below_title(const Fields& first, const std::vector<Fields>& below);

// column1, column2, ...: the names of a table that has none.
Fields numbered_names(std::size_t count);

// Whether all are such names (column1, column3), so that they are a header after all.
bool are_names_of_ours(const Fields& cells);

}  // namespace overhand::io
