#include "overhand/masking/kinds.h"

namespace overhand::masking {

Kind kind_of(const Type& type) {
  return match(
      type,  //
      [](const type::Real&) { return Kind::number; },
      [](const type::Integer&) { return Kind::number; },
      [](const type::Boolean&) { return Kind::levels; },
      [](const type::Date&) { return Kind::moment; },
      [](const type::Timestamp&) { return Kind::moment; },
      [](const type::Duration&) { return Kind::moment; },
      [](const type::Category&) { return Kind::levels; },
      [](const type::Text&) { return Kind::levels; });
}

}  // namespace overhand::masking
