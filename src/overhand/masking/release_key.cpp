#include "overhand/masking/release_key.h"

#include <bit>
#include <map>

#include "overhand/masking/digest.h"

namespace overhand::masking {
namespace {

// Parts that cannot run into each other: numbers have 8 bytes, texts their length before them.
class Statement {
 public:
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(number >> shift);
  }
  void add(std::string_view text) {
    add(text.size());
    bytes_ += text;
  }
  void add_parts(const std::string& parts) { bytes_ += parts; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// As a value of the option's own type: 20 of a real is 20.0.
OptionValue in_type_of(const Option& option, const OptionValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  const bool is_real = std::holds_alternative<double>(option.default_value);
  return whole != nullptr && is_real ? OptionValue(static_cast<double>(*whole)) : value;
}

// What is in the files, whatever they are called.
std::string statement_of(const MatrixList& list) {
  Statement statement;
  for (const LevelMatrix& matrix : list.matrices) {
    statement.add(matrix.column);
    statement.add(matrix.levels.size());
    for (const std::string& level : matrix.levels) statement.add(level);
    for (const auto& row : matrix.chances) {
      for (const double chance : row) statement.add(std::bit_cast<std::uint64_t>(chance));
    }
  }
  return statement.bytes();
}

std::string statement_of(const Option& option, const OptionValue& value) {
  if (const auto* list = std::get_if<MatrixList>(&value)) return statement_of(*list);
  return text_of(in_type_of(option, value));
}

void add_options(Statement& statement, const Method& method, const OptionValues& values) {
  std::map<std::string, std::string> texts;
  for (const Option& option : method.options) {
    const auto given = values.find(option.name);
    const OptionValue& value = given == values.end() ? option.default_value : given->second;
    if (option.limits.is_default_neutral && value == option.default_value) continue;
    texts[option.name] = statement_of(option, value);
  }
  statement.add(texts.size());
  for (const auto& [name, text] : texts) {
    statement.add(name);
    statement.add(text);
  }
}

std::string_view role_word(Role role) {
  if (role == Role::unit) return "unit";
  return role == Role::keep ? "keep" : "mask";
}

void add_names(Statement& statement, const std::vector<std::string>& names) {
  statement.add(names.size());
  for (const std::string& name : names) statement.add(name);
}

// What changes the masking; a table without structure has the key that it always had.
void add_structure(Statement& statement, const Method& method, const Structure& structure) {
  if (structure.k > 0) {
    statement.add(std::string_view("suppressed"));
    statement.add(structure.k);
    if (structure.alike) statement.add(std::string_view("alike"));
    add_names(statement, structure.keys);
  }
  if (method.sees_structure) add_names(statement, structure.keys);
  const bool is_plain =
      structure.derive.empty() && structure.within.empty() && structure.unit.empty();
  if (is_plain) return;
  statement.add(std::string_view("structure"));
  add_names(statement, structure.derive);
  add_names(statement, structure.within);
  statement.add(structure.unit);
  statement.add(structure.order);
}

// What a method sees of the type beside the values: nothing of numbers, of levels their order.
void add_type(Statement& statement, const Column& column) {
  if (kind_of(column.type) == Kind::number) return;
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return statement.add(name_of(column.type));
  const auto* category = std::get_if<type::Category>(&column.type);
  const bool is_ordered = category != nullptr && category->is_ordered;
  statement.add(std::string_view(is_ordered ? "ordered levels" : "levels"));
  if (!is_ordered) return;
  const Texts used = without_unused_levels(*texts);
  statement.add(used.dictionary().size());
  for (std::size_t code = 0; code < used.dictionary().size(); ++code) {
    statement.add(used.dictionary()[code]);
  }
}

bool is_digested(const Column& column, const Method& method) {
  return column.role == Role::mask || (method.sees_structure && column.role == Role::keep);
}

void add_columns(Statement& statement, std::size_t rows, std::span<const StatedColumn> columns) {
  statement.add(rows);
  statement.add(columns.size());
  for (const StatedColumn& column : columns) {
    statement.add(column.name);
    statement.add(role_word(column.role));
    if (!column.is_digested) continue;
    statement.add_parts(column.kind);
    statement.add(column.digest.low);
    statement.add(column.digest.high);
  }
}

// The columns that the method sees as columns to mask, of which digests are made.
Table seen_by(const Method& method, Table table) {
  for (Column& column : table.columns()) {
    if (is_digested(column, method)) column.role = Role::mask;
  }
  return table;
}

}  // namespace

StatedColumn stated(const Column& column, const Method& method) {
  StatedColumn said{.name = column.name, .role = column.role};
  said.is_digested = is_digested(column, method);
  if (!said.is_digested) return said;
  Statement kind;
  add_type(kind, column);
  said.kind = kind.bytes();
  return said;
}

random::Key digest_key(const random::Key& key) {
  return random::derived_key(key, "overhand digest 1");
}

random::Key release_key(const random::Key& key, const Method& method, const MaskOptions& options,
                        std::size_t rows, std::span<const StatedColumn> columns) {
  Statement statement;
  statement.add(std::string_view("overhand release 1"));
  statement.add(method.name);
  add_options(statement, method, options.values);
  add_columns(statement, rows, columns);
  add_structure(statement, method, options.structure);
  if (options.shuffle_rows && method.keeps_rows) statement.add(std::string_view("rows shuffled"));
  return random::derived_key(key, statement.bytes());
}

random::Key release_key(const random::Key& key, const Method& method, const MaskOptions& options,
                        const Table& original) {
  const auto digest = digests(seen_by(method, original), digest_key(key));
  std::vector<StatedColumn> columns;
  for (std::size_t j = 0; j < digest.size(); ++j) {
    columns.push_back(stated(original.columns()[j], method));
    columns.back().digest = digest[j];
  }
  return release_key(key, method, options, original.row_count(), columns);
}

}  // namespace overhand::masking
