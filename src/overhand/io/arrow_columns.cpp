#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/c/helpers.h>

#include "overhand/exchange/import.h"
#include "overhand/io/arrow_columns_internal.h"

namespace overhand::io {
namespace {

// The type in the C data interface, for as long as it is looked at.
class ExportedType {
 public:
  explicit ExportedType(const arrow::DataType& type) {
    is_known_ = type.id() != arrow::Type::EXTENSION && arrow::ExportType(type, &schema_).ok();
  }
  ~ExportedType() {
    if (is_known_) ArrowSchemaRelease(&schema_);
  }
  ExportedType(const ExportedType&) = delete;
  ExportedType& operator=(const ExportedType&) = delete;

  bool is_known() const { return is_known_; }
  const ArrowSchema& schema() const { return schema_; }

 private:
  ArrowSchema schema_ = {};
  bool is_known_;
};

// Where every value is there, the bits that say so would only stay in the memory with the values.
std::shared_ptr<arrow::Array> without_idle_bits(const std::shared_ptr<arrow::Array>& chunk) {
  if (chunk->null_count() != 0 || chunk->null_bitmap() == nullptr) return chunk;
  auto data = chunk->data()->Copy();
  data->buffers[0] = nullptr;
  return arrow::MakeArray(data);
}

Error not_exported() { return {ErrorKind::invalid_data, "values that cannot be read"}; }

}  // namespace

bool can_be_read(const arrow::DataType& type) {
  const ExportedType exported(type);
  return exported.is_known() && exchange::can_be_imported(exported.schema());
}

Result<Column> column_of(const arrow::ChunkedArray& array, Role role, const Progress& progress) {
  const ExportedType exported(*array.type());
  if (!exported.is_known()) return not_exported();
  std::vector<exchange::Slice> slices;
  for (const auto& chunk : array.chunks()) {
    ArrowArray values = {};
    if (!arrow::ExportArray(*without_idle_bits(chunk), &values).ok()) return not_exported();
    slices.push_back(exchange::take(values));
  }
  return exchange::import_column(exported.schema(), slices, role, progress);
}

arrow::Result<std::shared_ptr<arrow::Array>> array_of(const Column& column,
                                                      exchange::LevelSet levels) {
  ArrowSchema schema = {};
  ArrowArray values = {};
  exchange::export_column(column, schema, values, exchange::Gaps::beside, levels);
  return arrow::ImportArray(&values, &schema);
}

}  // namespace overhand::io
