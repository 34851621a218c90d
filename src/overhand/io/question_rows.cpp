#include <algorithm>

#include "overhand/io/csv_records_internal.h"
#include "overhand/io/question_rows_internal.h"

namespace overhand::io {
namespace {

bool is_key(std::string_view cell) {
  return cell.starts_with("{\"ImportId\":") && cell.ends_with('}');
}

QuestionRows question_rows(std::string_view text, char delimiter) {
  CsvRecords records(text, delimiter);
  const auto names = records.next_with_fields();
  if (!names) return {};
  const std::size_t begin = records.position();
  const auto questions = records.next_with_fields();
  const auto keys = questions ? records.next_with_fields() : std::nullopt;
  if (!keys || keys->fields != names->fields || !keys->is_closed) return {};
  if (!std::ranges::all_of(cells_of(keys->text, delimiter), is_key)) return {};
  return {begin, records.position()};
}

}  // namespace

QuestionRows question_rows(std::string_view text) {
  if (text.find("ImportId") == std::string_view::npos) return {};
  for (const char delimiter : {',', '\t', ';'}) {
    const QuestionRows found = question_rows(text, delimiter);
    if (found.are_there()) return found;
  }
  return {};
}

}  // namespace overhand::io
