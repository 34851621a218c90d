#include "overhand/io/matrix_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "overhand/core/text.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/small_file_internal.h"

namespace overhand::io {
namespace {

using Fields = std::vector<std::string>;

constexpr double rounding = 1e-5;

// "sex=sex.csv" or "levels.csv".
struct SaidMatrix {
  std::string column;
  std::string file;
};

std::vector<SaidMatrix> said_matrices(std::string_view said) {
  std::vector<SaidMatrix> all;
  while (!said.empty()) {
    const std::string_view one = said.substr(0, said.find(','));
    said.remove_prefix(std::min(one.size() + 1, said.size()));
    const std::size_t sign = one.find('=');
    const bool has_column = sign != std::string_view::npos;
    all.push_back({std::string(one.substr(0, has_column ? sign : 0)),
                   std::string(has_column ? one.substr(sign + 1) : one)});
  }
  return all;
}

// Reads one text; the first mistake ends it.
class MatrixReader {
 public:
  explicit MatrixReader(const std::string& file) { matrix_.file = file; }

  std::optional<Error> add_levels(const CsvRecord& record) {
    Fields fields = cells_of(record.text, ',');
    matrix_.levels.assign(fields.begin() + 1, fields.end());
    if (matrix_.levels.empty()) {
      return problem(record, "The first line names no level; they stand from its second field on.");
    }
    Fields sorted = matrix_.levels;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) == sorted.end()) return std::nullopt;
    return problem(record, "A level stands twice in the first line; name each once.");
  }

  std::optional<Error> add_row(const CsvRecord& record) {
    const Fields fields = cells_of(record.text, ',');
    const std::size_t count = matrix_.levels.size();
    if (fields.size() != count + 1) {
      return problem(record, fmt::format("This line has {} chances and the first {} levels; each "
                                         "line is a level and a chance for each.",
                                         fields.size() - 1, count));
    }
    const std::size_t number = matrix_.chances.size();
    if (number == count || fields.front() != matrix_.levels[number]) {
      return problem(record, fmt::format("The levels of the lines must be those of the first line, "
                                         "in their order, and line {} of {} is another.",
                                         number + 1, count));
    }
    matrix_.chances.emplace_back();
    return add_chances(record, fields);
  }

  Result<LevelMatrix> finished(std::size_t last_line) {
    const std::size_t lines = matrix_.chances.size();
    if (lines == matrix_.levels.size() && lines > 0) return std::move(matrix_);
    return Error{ErrorKind::invalid_option,
                 fmt::format("There are {} levels in the first line and {} lines of chances; a "
                             "matrix has as many.",
                             matrix_.levels.size(), lines),
                 {.file = matrix_.file, .line = last_line}};
  }

 private:
  std::optional<Error> add_chances(const CsvRecord& record, const Fields& fields) {
    std::vector<double>& row = matrix_.chances.back();
    for (std::size_t j = 1; j < fields.size(); ++j) {
      const auto chance = number_of<double>(fields[j]);
      if (!chance || !(*chance >= 0 && *chance <= 1)) {
        return problem(record, fmt::format("Field {} is no chance: a number from 0 to 1, such as "
                                           "0.25.",
                                           j + 1));
      }
      row.push_back(*chance);
    }
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    if (std::abs(sum - 1) > rounding) {
      return problem(record, fmt::format("The chances of this line sum to {:.6g}, not to 1.", sum));
    }
    for (double& chance : row) chance /= sum;
    return std::nullopt;
  }

  std::optional<Error> problem(const CsvRecord& record, std::string sentence) const {
    return Error{ErrorKind::invalid_option,
                 std::move(sentence),
                 {.file = matrix_.file, .line = record.line}};
  }

  LevelMatrix matrix_;
};

}  // namespace

std::vector<std::string> matrix_files(std::string_view said) {
  std::vector<std::string> files;
  for (const SaidMatrix& each : said_matrices(said)) files.push_back(each.file);
  return files;
}

Result<LevelMatrix> matrix_of(std::string_view text, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (!is_utf8(text)) {
    return Error{
        ErrorKind::invalid_option, "A matrix must be in UTF-8.", {.file = file, .line = 1}};
  }
  CsvRecords records(text, ',');
  MatrixReader reader(file);
  std::size_t line = 0;
  while (const auto record = records.next_with_fields()) {
    auto problem = line == 0 ? reader.add_levels(*record) : reader.add_row(*record);
    if (problem) return *std::move(problem);
    line = record->line;
  }
  return reader.finished(std::max<std::size_t>(line, 1));
}

Result<std::vector<LevelMatrix>> read_matrices(std::string_view said) {
  std::vector<LevelMatrix> matrices;
  for (const SaidMatrix& each : said_matrices(said)) {
    const auto text = small_file(each.file, "A matrix");
    if (!text) return text.error();
    auto matrix = matrix_of(*text, each.file);
    if (!matrix) return matrix.error();
    matrix->column = each.column;
    matrices.push_back(*std::move(matrix));
  }
  return matrices;
}

}  // namespace overhand::io
