// Folders that are named after the values of columns, as Hive and Spark lay tables out:
// year=2020/country=es/part-0.parquet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overhand::io {

// A name and its value; none: it is missing.
using HivePart = std::pair<std::string, std::optional<std::string>>;

// The columns that the folders of a path within a table name; none where one of them names none.
std::optional<std::vector<HivePart>> hive_parts(std::string_view folders);

// "year=2020", with whatever a folder's name cannot have as %2F.
std::string hive_folder(std::string_view name, const std::optional<std::string>& value);

}  // namespace overhand::io
