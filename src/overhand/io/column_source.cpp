#include "overhand/io/column_source.h"

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "overhand/io/input_internal.h"

namespace overhand::io {

struct ColumnSource::Opened {
  Input input;
  TableFile file;
  std::vector<Column> columns;
  ColumnChoice choice;
  ReadOptions options;
};

Result<ColumnSource> ColumnSource::open(const std::string& path, const ColumnChoice& choice,
                                        const ReadOptions& options, const Progress& progress) {
  const auto format = format_of(path);
  if (!format) return format.error();
  auto input = open_input(path, *format, progress);
  if (!input) return input.error();
  auto file = open_table(*input, options);
  if (!file) return file.error();
  auto table = chosen_columns(*input, *file, choice);
  if (!table) return table.error();
  return ColumnSource(std::make_unique<Opened>(*input, *std::move(file),
                                               std::move(table->columns()), choice, options));
}

ColumnSource::ColumnSource(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
ColumnSource::ColumnSource(ColumnSource&&) noexcept = default;
ColumnSource::~ColumnSource() = default;

const std::vector<Column>& ColumnSource::columns() const { return opened_->columns; }

const std::string& ColumnSource::name() const { return opened_->input.name; }

FileSize ColumnSource::size() const {
  const auto& file = opened_->input.file;
  const auto bytes = file == nullptr ? arrow::Result<std::int64_t>(0) : file->GetSize();
  // A text of tables has about so many bytes for each of its compressed ones.
  const std::uint64_t packed = opened_->input.format.compression == Compression::none ? 1 : 8;
  return {opened_->file.rows, opened_->columns.size(),
          opened_->file.bytes + (bytes.ok() ? static_cast<std::uint64_t>(*bytes) * packed : 0)};
}

bool ColumnSource::reads_single_columns() const { return opened_->file.rows.has_value(); }

Result<TableInFile> ColumnSource::read(const std::vector<std::size_t>& columns) const {
  std::vector<Column> wanted;
  for (const std::size_t j : columns) wanted.push_back(opened_->columns[j]);
  return read_chosen(opened_->input, opened_->file, Table(std::move(wanted)), opened_->choice,
                     opened_->options);
}

}  // namespace overhand::io
