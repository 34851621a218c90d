#include "overhand/keys/key_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "overhand/core/parallel.h"
#include "overhand/table/classes.h"
#include "overhand/table/declared_missing.h"

namespace overhand::keys {
namespace {

// By a list with a place for each text of the dictionary.
void code_texts(const Texts& texts, KeyColumn& key) {
  std::vector<Code> codes(texts.dictionary().size(), missing_code);
  for (const Code text : texts.codes()) {
    if (is_missing(text)) {
      key.codes.push_back(missing_code);
      continue;
    }
    Code& code = codes[static_cast<std::size_t>(text)];
    if (is_missing(code)) code = static_cast<Code>(key.levels++);
    key.codes.push_back(code);
  }
}

template <class Value>
void code_numbers(const Cells<Value>& values, KeyColumn& key) {
  std::unordered_map<decltype(key_of(Value{})), Code> codes;
  for (const Value value : values) {
    if (is_missing(value)) {
      key.codes.push_back(missing_code);
      continue;
    }
    key.codes.push_back(
        codes.try_emplace(key_of(value), static_cast<Code>(codes.size())).first->second);
  }
  key.levels = codes.size();
}

Error key_error(std::string message, std::string column = {}) {
  return {ErrorKind::invalid_option, std::move(message), {.column = std::move(column)}};
}

}  // namespace

Error named_twice(const std::string& key) {
  return key_error("The key column '" + key + "' is named twice.", key);
}

std::vector<std::string> keys_in(const Table& table, const Structure& structure) {
  if (!structure.keys.empty()) return structure.keys;
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::keep && column.name != structure.weight) names.push_back(column.name);
  }
  return names;
}

KeyColumn coded(const Column& as_it_stands) {
  const Column column = with_gaps(as_it_stands);
  KeyColumn key{.name = column.name, .codes = {}};
  key.codes.reserve(column.size());
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    code_texts(*texts, key);
  } else if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    code_numbers(*reals, key);
  } else {
    code_numbers(std::get<Cells<std::int64_t>>(column.values), key);
  }
  return key;
}

KeyCodes gathered(const KeyCodes& keys, std::span<const Row> rows) {
  KeyCodes some;
  for (const KeyColumn& key : keys.columns) {
    KeyColumn part{.name = key.name, .codes = std::vector<Code>(rows.size()), .levels = key.levels};
    std::ranges::transform(rows, part.codes.begin(), [&](Row row) { return key.codes[row]; });
    some.columns.push_back(std::move(part));
  }
  return some;
}

Result<KeyCodes> codes_of(const Table& table, std::span<const std::size_t> columns) {
  if (columns.empty()) return key_error("No key column is named.");
  if (columns.size() > most_keys) {
    return key_error(fmt::format("{} key columns are named; at most {} can be measured together.",
                                 columns.size(), most_keys));
  }
  for (std::size_t j = 1; j < columns.size(); ++j) {
    if (std::ranges::find(columns.first(j), columns[j]) != columns.first(j).end()) {
      return named_twice(table.columns()[columns[j]].name);
    }
  }
  KeyCodes keys;
  keys.columns.resize(columns.size());
  parallel_for_each_index(
      columns.size(), [&](std::size_t j) { keys.columns[j] = coded(table.columns()[columns[j]]); });
  return keys;
}

Result<KeyCodes> codes_of(const Table& table, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto column = find_column(table, name);
    if (!column) return column.error();
    columns.push_back(*column);
  }
  return codes_of(table, columns);
}

}  // namespace overhand::keys
