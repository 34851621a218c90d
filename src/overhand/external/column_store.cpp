#include "overhand/external/column_store.h"

#include <cassert>

namespace overhand::external {
namespace {

template <class Value>
std::span<const std::byte> bytes_of(const Cells<Value>& cells) {
  return std::as_bytes(std::span(cells.data(), cells.size()));
}

std::span<const std::byte> bytes_of(const Values& values) {
  if (const auto* reals = std::get_if<Cells<double>>(&values)) return bytes_of(*reals);
  if (const auto* texts = std::get_if<Texts>(&values)) return bytes_of(texts->codes());
  return bytes_of(std::get<Cells<std::int64_t>>(values));
}

template <class Value>
Result<std::vector<Value>> cells_at(const io::ScratchFile& file, std::uint64_t offset,
                                    std::size_t count) {
  std::vector<Value> cells(count);
  if (auto done = file.read(offset, std::as_writable_bytes(std::span(cells))); !done) {
    return done.error();
  }
  return cells;
}

}  // namespace

std::size_t cell_size(const Column& column) {
  return std::holds_alternative<Texts>(column.values) ? sizeof(Code) : sizeof(double);
}

Result<ColumnStore> ColumnStore::create(const std::string& folder, std::size_t rows,
                                        std::uint64_t bytes) {
  auto file = io::ScratchFile::create(folder, bytes);
  if (!file) return file.error();
  return ColumnStore(*std::move(file), rows);
}

std::size_t ColumnStore::add(const Column& like) {
  columns_.push_back({emptied(like), file_.reserve(rows_ * cell_size(like))});
  return columns_.size() - 1;
}

Status ColumnStore::write(std::size_t column, std::size_t first_row, const Column& part) {
  const Stored& stored = columns_[column];
  assert(part.values.index() == stored.empty.values.index());
  return file_.write(stored.offset + first_row * cell_size(stored.empty), bytes_of(part.values));
}

Result<Column> ColumnStore::read(std::size_t column, std::size_t first_row,
                                 std::size_t count) const {
  const Stored& stored = columns_[column];
  const std::uint64_t offset = stored.offset + first_row * cell_size(stored.empty);
  if (const auto* texts = std::get_if<Texts>(&stored.empty.values)) {
    auto codes = cells_at<Code>(file_, offset, count);
    if (!codes) return codes.error();
    return with_values(stored.empty, Texts(*std::move(codes), texts->shared_dictionary()));
  }
  if (std::holds_alternative<Cells<double>>(stored.empty.values)) {
    auto reals = cells_at<double>(file_, offset, count);
    if (!reals) return reals.error();
    return with_values(stored.empty, *std::move(reals));
  }
  auto whole = cells_at<std::int64_t>(file_, offset, count);
  if (!whole) return whole.error();
  return with_values(stored.empty, *std::move(whole));
}

Result<Table> ColumnStore::read_table(std::size_t first_row, std::size_t count) const {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    auto column = read(j, first_row, count);
    if (!column) return column.error();
    columns.push_back(*std::move(column));
  }
  return Table(std::move(columns));
}

}  // namespace overhand::external
