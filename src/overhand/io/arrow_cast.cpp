#include <arrow/api.h>
#include <arrow/compute/api.h>
#include <arrow/compute/initialize.h>

#include "overhand/io/arrow_cast_internal.h"

namespace overhand::io {

arrow::Result<std::shared_ptr<arrow::Array>> cast(const std::shared_ptr<arrow::Array>& array,
                                                  const std::shared_ptr<arrow::DataType>& type) {
  if (array->type()->Equals(*type)) return array;
  static const arrow::Status initialized = arrow::compute::Initialize();
  ARROW_RETURN_NOT_OK(initialized);
  return arrow::compute::Cast(*array, type);
}

arrow::Result<std::shared_ptr<arrow::Array>> as_text(const std::shared_ptr<arrow::Array>& array) {
  if (array->type_id() != arrow::Type::TIMESTAMP) return cast(array, arrow::utf8());
  const auto& type = static_cast<const arrow::TimestampType&>(*array->type());
  if (type.timezone().empty()) return cast(array, arrow::utf8());
  ARROW_ASSIGN_OR_RAISE(const auto utc, array->View(arrow::timestamp(type.unit(), "UTC")));
  return cast(utc, arrow::utf8());
}

}  // namespace overhand::io
