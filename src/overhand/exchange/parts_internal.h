// What stands behind an exported schema or array until its consumer releases it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overhand/exchange/abi.h"

namespace overhand::exchange {

// Of ours alone, among the flags of a schema: the missing reals are NaNs that stay what they are.
constexpr std::int64_t flag_gaps_within = std::int64_t{1} << 32;

struct SchemaParts {
  std::string format;
  std::string name;
  std::int64_t flags = ARROW_FLAG_NULLABLE;
  std::vector<ArrowSchema> children = {};
  std::optional<ArrowSchema> dictionary = {};
};

struct ArrayParts {
  std::int64_t length = 0;
  std::int64_t missing = 0;
  std::vector<const void*> buffers = {};
  std::vector<std::shared_ptr<const void>> owners = {};  // of the buffers
  std::vector<ArrowArray> children = {};
  std::optional<ArrowArray> dictionary = {};

  // Takes the values as the next buffer.
  template <class Value>
  void own(std::vector<Value> values) {
    const auto owned = std::make_shared<const std::vector<Value>>(std::move(values));
    lend(owned->data(), owned);
  }
  void lend(const void* buffer, std::shared_ptr<const void> owner) {
    buffers.push_back(buffer);
    owners.push_back(std::move(owner));
  }
};

ArrowSchema schema_of(SchemaParts parts);
ArrowArray array_of(ArrayParts parts);

// A schema and its array, before they are handed out.
struct Encoded {
  SchemaParts schema;
  ArrayParts array;
};

}  // namespace overhand::exchange
