// Reads tables of numbers and JSON of the reference results, for tests below io/.
#pragma once

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::testing {

struct NumberTable {
  std::vector<std::string> names;
  std::vector<Reals> columns;

  Table table() const {
    std::vector<Column> all;
    for (std::size_t j = 0; j < names.size(); ++j) all.push_back({names[j], columns[j]});
    return Table(std::move(all));
  }
};

// Plain CSV: a header and numbers. None when the file is not there.
inline std::optional<NumberTable> read_csv(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  NumberTable table;
  std::string line;
  std::string cell;
  std::getline(file, line);
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) {
    std::erase(cell, '"');
    std::erase(cell, '\r');
    table.names.push_back(cell);
  }
  table.columns.resize(table.names.size());
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (Reals& column : table.columns) {
      std::getline(cells, cell, ',');
      column.push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
  return table;
}

inline nlohmann::json read_json(const std::string& path) {
  std::ifstream file(path);
  return file ? nlohmann::json::parse(file) : nlohmann::json();
}

// Files beside the repository, which are not there in every clone.
inline std::string shared_path(const std::string& name) {
  return std::string(OVERHAND_SHARED "/") + name;
}
inline auto reference_csv(const std::string& name) {
  return read_csv(shared_path("reference/" + name));
}
inline auto reference_json(const std::string& name) {
  return read_json(shared_path("reference/" + name));
}
inline auto data_csv(const std::string& name) {
  const char* folder = std::getenv("OVERHAND_DATA");
  return read_csv(folder != nullptr ? std::string(folder) + "/" + name
                                    : shared_path("data/" + name));
}

}  // namespace overhand::testing
