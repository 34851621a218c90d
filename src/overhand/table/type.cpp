#include "overhand/table/type.h"

#include <algorithm>

namespace overhand {
namespace {

struct Facts {
  const char* name;
  const char* words;
  Storage storage;
  bool is_quantity;
};

Facts facts_of(const Type& type) {
  return match(
      type,  //
      [](const type::Real&) -> Facts { return {"real", "a number", Storage::reals, true}; },
      [](const type::Integer&) -> Facts {
        return {"integer", "a number", Storage::integers, true};
      },
      [](const type::Boolean&) -> Facts {
        return {"boolean", "true or false", Storage::integers, false};
      },
      [](const type::Date&) -> Facts { return {"date", "a date", Storage::integers, false}; },
      [](const type::Timestamp&) -> Facts {
        return {"timestamp", "a time", Storage::integers, false};
      },
      [](const type::Duration&) -> Facts {
        return {"duration", "a duration", Storage::integers, false};
      },
      [](const type::Category&) -> Facts {
        return {"category", "a category", Storage::texts, false};
      },
      [](const type::Text&) -> Facts { return {"text", "text", Storage::texts, false}; });
}

const std::vector<Type>& plain_types() {
  static const std::vector<Type> all = {type::Real{},     type::Integer{},   type::Boolean{},
                                        type::Date{},     type::Timestamp{}, type::Duration{},
                                        type::Category{}, type::Text{}};
  return all;
}

}  // namespace

Storage storage_of(const Type& type) { return facts_of(type).storage; }
std::string name_of(const Type& type) { return facts_of(type).name; }
std::string words_for(const Type& type) { return facts_of(type).words; }
bool is_quantity(const Type& type) { return facts_of(type).is_quantity; }

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const Type& type : plain_types()) names.push_back(name_of(type));
  return names;
}

std::optional<Type> type_named(std::string_view name) {
  const auto found =
      std::ranges::find_if(plain_types(), [&](const Type& type) { return name_of(type) == name; });
  return found == plain_types().end() ? std::nullopt : std::optional(*found);
}

}  // namespace overhand
