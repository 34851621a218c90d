#include <fmt/format.h>

#include "overhand/core/text.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/hierarchy_file_internal.h"
#include "overhand/io/small_file_internal.h"

namespace overhand::io {
namespace {

Error problem_at(const std::string& file, std::size_t line, std::string sentence) {
  return {ErrorKind::invalid_option, std::move(sentence), {.file = file, .line = line}};
}

// ; where the first line has one, as ARX writes it.
char delimiter_of(std::string_view text) {
  return text.substr(0, text.find('\n')).find(';') != std::string_view::npos ? ';' : ',';
}

std::optional<Error> problem_with(const CsvRecord& record, std::size_t fields, std::size_t level,
                                  const std::string& file) {
  if (record.fields != fields) {
    return problem_at(file, record.line,
                      fmt::format("This line has {} fields and the first {}; each line is a value "
                                  "and what stands above it, level by level.",
                                  record.fields, fields));
  }
  if (level < fields) return std::nullopt;
  return problem_at(file, record.line,
                    fmt::format("There is no level {}: the hierarchy has {} above its values.",
                                level, fields - 1));
}

}  // namespace

Result<Ancestors> ancestors_of(std::string_view text, const std::string& file, std::size_t level) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (!is_utf8(text)) return problem_at(file, 1, "A hierarchy must be in UTF-8.");
  const char delimiter = delimiter_of(text);
  CsvRecords records(text, delimiter);
  Ancestors ancestors;
  std::size_t fields = 0;
  while (const auto record = records.next_with_fields()) {
    if (fields == 0) fields = record->fields;
    if (auto problem = problem_with(*record, fields, level, file)) return *std::move(problem);
    auto cells = cells_of(record->text, delimiter);
    if (!ancestors.emplace(cells[0], cells[level]).second) {
      return problem_at(file, record->line,
                        "The value of this line stands above already; describe each value once.");
    }
  }
  if (ancestors.empty()) return problem_at(file, 1, "There is no line with a value.");
  return ancestors;
}

Result<Ancestors> read_hierarchy(const std::string& path, std::size_t level) {
  const auto text = small_file(path, "A hierarchy");
  if (!text) return text.error();
  return ancestors_of(*text, path, level);
}

}  // namespace overhand::io
