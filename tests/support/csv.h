// Tables and figures made by other software, in tests/reference and, where it is at hand, in the
// shared folder beside the project. A CSV here has a header line, no quotes and no missing values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::testing {

inline std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) {
    std::erase(field, '"');
    std::erase(field, '\r');
    fields.push_back(field);
  }
  return fields;
}

inline Table read_csv(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::string line;
  std::getline(in, line);
  const auto names = fields_of(line);
  std::vector<Reals> values(names.size());
  while (std::getline(in, line)) {
    const auto fields = fields_of(line);
    for (std::size_t j = 0; j < names.size(); ++j) {
      values[j].push_back(std::strtod(fields.at(j).c_str(), nullptr));
    }
  }
  std::vector<Column> columns;
  for (std::size_t j = 0; j < names.size(); ++j)
    columns.push_back({names[j], std::move(values[j])});
  return Table(std::move(columns));
}

inline nlohmann::json read_json(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  return nlohmann::json::parse(in);
}

inline std::string golden(const std::string& name) {
  return std::string(OVERHAND_REFERENCE) + "/synthetic/" + name;
}
inline std::string fixture(const std::string& name) {
  return std::string(OVERHAND_SHARED) + "/reference/fixtures/" + name;
}
inline std::string data_file(const std::string& name) {
  const char* folder = std::getenv("OVERHAND_DATA");
  return (folder != nullptr ? std::string(folder) : std::string(OVERHAND_SHARED) + "/data") + "/" +
         name;
}
inline bool exists(const std::string& path) { return std::filesystem::exists(path); }

// Equal cell by cell, to a relative `tolerance`; a mean that should be 0 may differ from it by the
// rounding of the column's largest values.
inline void expect_near(const Table& actual, const Table& expected, double tolerance) {
  ASSERT_EQ(actual.column_count(), expected.column_count());
  ASSERT_EQ(actual.row_count(), expected.row_count());
  for (std::size_t j = 0; j < actual.column_count(); ++j) {
    const Reals a = reals(actual.columns()[j]);
    const Reals b = reals(expected.columns()[j]);
    const double rounding = 1e-15 * std::abs(*std::ranges::max_element(
                                        b, {}, [](double value) { return std::abs(value); }));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double allowed = tolerance * std::abs(b[i]) + rounding;
      wrong += static_cast<std::size_t>(!(std::abs(a[i] - b[i]) <= allowed));
    }
    EXPECT_EQ(wrong, 0U) << "in column " << expected.columns()[j].name;
  }
}

}  // namespace overhand::testing
