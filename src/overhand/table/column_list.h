// Columns as a person names them: age, income, "last, first".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overhand {

// The names that `typed` stands for in a table with these `columns`: itself, if a column is called
// so; else the names between its commas, without the spaces around them. A name in quotes may hold
// commas, and quotes twice: "last, first". Names need not be those of columns.
std::vector<std::string> names_meant(std::string_view typed,
                                     const std::vector<std::string>& columns);
std::vector<std::string> names_meant(const std::vector<std::string>& typed,
                                     const std::vector<std::string>& columns);

// The other way round, with quotes where they are needed: what names_meant() takes apart again.
std::string name_list(const std::vector<std::string>& names);

}  // namespace overhand
