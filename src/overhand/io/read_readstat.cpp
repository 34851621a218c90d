#include "overhand/io/input_internal.h"
#include "overhand/io/readstat_column_internal.h"
#include "overhand/io/readstat_file_internal.h"

namespace overhand::io {
namespace {

std::vector<ValueLabel> labels_in(const StatFile& file, const std::string& set) {
  const auto found = set.empty() ? file.label_sets.end() : file.label_sets.find(set);
  return found == file.label_sets.end() ? std::vector<ValueLabel>{} : found->second;
}

Result<Columns> stat_columns(const Input& input, const ReadOptions& options,
                             const std::shared_ptr<const StatFile>& file,
                             const std::vector<Wanted>& wanted) {
  auto read = read_stat_rows(input, options, *file, wanted);
  if (!read) return read.error();
  Columns columns;
  columns.row_count = read->count;
  columns.places = record_places;
  const auto rows = std::make_shared<StatRows>(*std::move(read));
  columns.column = [file, rows, wanted](std::size_t i) -> Result<Column> {
    const StatVariable& variable = file->variables[wanted[i].position];
    return column_of(variable, labels_in(*file, variable.labels.set), std::move(rows->cells[i]),
                     wanted[i]);
  };
  return columns;
}

}  // namespace

Result<TableFile> open_readstat(const Input& input, const ReadOptions& options) {
  auto described = read_stat_file(input, options);
  if (!described) return described.error();
  const auto file = std::make_shared<const StatFile>(*std::move(described));
  std::vector<std::string> names;
  for (const StatVariable& variable : file->variables) names.push_back(variable.name);
  return TableFile{names,
                   [input, options, file](const std::vector<Wanted>& wanted) {
                     return stat_columns(input, options, file, wanted);
                   },
                   Layout{.format = input.format.file}};
}

}  // namespace overhand::io
