#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

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

// Whether a level stands above another that stands above it.
bool is_circle(const std::vector<std::string>& cells, std::size_t level) {
  for (std::size_t i = 2; i <= level; ++i) {
    const auto before = std::span(cells).first(i - 1);
    if (cells[i] != cells[i - 1] && std::ranges::find(before, cells[i]) != before.end())
      return true;
  }
  return false;
}

// Holds each line up to the level that is asked for against those before it: what a level stands
// under is the same in all of them.
class Tree {
 public:
  Tree(const std::string& file, std::size_t level) : file_(file), parents_(level + 1) {}

  std::optional<Error> problem_with(const std::vector<std::string>& cells, std::size_t line) {
    const std::size_t level = parents_.size() - 1;
    const auto empty = std::ranges::find(std::span(cells).subspan(1, level), "");
    if (const auto at = empty - std::span(cells).subspan(1, level).begin();
        at < static_cast<std::ptrdiff_t>(level)) {
      return problem_at(file_, line,
                        fmt::format("Nothing stands at level {} of this line; say what its value "
                                    "becomes there.",
                                    at + 1));
    }
    if (is_circle(cells, level)) {
      return problem_at(file_, line, "A level of this line stands above itself.");
    }
    for (std::size_t i = 1; i < level; ++i) {
      const auto& [name, parent] = *parents_[i].try_emplace(cells[i], cells[i + 1]).first;
      if (parent == cells[i + 1]) continue;
      return problem_at(
          file_, line,
          fmt::format("'{}' of level {} stands under '{}' here and under '{}' above; "
                      "give it one place.",
                      printable(name), i, printable(cells[i + 1]), printable(parent)));
    }
    return std::nullopt;
  }

 private:
  const std::string& file_;
  std::vector<std::map<std::string, std::string>> parents_;  // by level
};

// A value that becomes another which becomes the first: names that change places, no coarser ones.
std::optional<Error> problem_with_swaps(const Ancestors& ancestors, const std::string& file) {
  for (const auto& [value, parent] : ancestors) {
    if (parent == value) continue;
    const auto back = ancestors.find(parent);
    if (back == ancestors.end() || back->second != value) continue;
    return problem_at(
        file, 1,
        fmt::format("'{}' stands under '{}' and '{}' under '{}'; give what stands "
                    "above values a name of its own.",
                    printable(value), printable(parent), printable(parent), printable(value)));
  }
  return std::nullopt;
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
  Tree tree(file, level);
  while (const auto record = records.next_with_fields()) {
    if (fields == 0) fields = record->fields;
    if (auto problem = problem_with(*record, fields, level, file)) return *std::move(problem);
    auto cells = cells_of(record->text, delimiter);
    if (auto problem = tree.problem_with(cells, record->line)) return *std::move(problem);
    if (!ancestors.emplace(cells[0], cells[level]).second) {
      return problem_at(file, record->line,
                        "The value of this line stands above already; describe each value once.");
    }
  }
  if (auto problem = problem_with_swaps(ancestors, file)) return *std::move(problem);
  if (ancestors.empty()) return problem_at(file, 1, "There is no line with a value.");
  return ancestors;
}

Result<Ancestors> read_hierarchy(const std::string& path, std::size_t level) {
  const auto text = small_file(path, "A hierarchy");
  if (!text) return text.error();
  return ancestors_of(*text, path, level);
}

}  // namespace overhand::io
