#include <arrow/api.h>
#include <arrow/compute/cast.h>

#include "overhand/io/common_type_internal.h"

namespace overhand::io {
namespace {

using Type = std::shared_ptr<arrow::DataType>;

bool is_text(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRING || type.id() == arrow::Type::LARGE_STRING;
}

// Of levels that are texts the type of these.
Type without_levels(const Type& type) {
  if (type->id() != arrow::Type::DICTIONARY) return type;
  const auto& levels = static_cast<const arrow::DictionaryType&>(*type).value_type();
  return is_text(*levels) ? levels : type;
}

bool are_of_one_kind(const arrow::DataType& a, const arrow::DataType& b) {
  if (arrow::is_signed_integer(a.id())) return arrow::is_signed_integer(b.id());
  if (arrow::is_unsigned_integer(a.id())) return arrow::is_unsigned_integer(b.id());
  return arrow::is_floating(a.id()) && arrow::is_floating(b.id());
}

}  // namespace

Type common_type(const Type& a, const Type& b) {
  if (a->Equals(b) || b->id() == arrow::Type::NA) return a;
  if (a->id() == arrow::Type::NA) return b;
  if (are_of_one_kind(*a, *b)) return a->bit_width() >= b->bit_width() ? a : b;
  const Type one = without_levels(a);
  const Type other = without_levels(b);
  if (!is_text(*one) || !is_text(*other)) return nullptr;
  return one->id() == arrow::Type::LARGE_STRING ? one : other;
}

arrow::Result<std::shared_ptr<arrow::ChunkedArray>> in_type(
    const std::shared_ptr<arrow::ChunkedArray>& values, const Type& type) {
  if (values->type()->Equals(type)) return values;
  ARROW_ASSIGN_OR_RAISE(const auto cast, arrow::compute::Cast(values, type));
  return cast.chunked_array();
}

}  // namespace overhand::io
