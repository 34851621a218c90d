// Type: what the values of a column mean, apart from how they are stored.
//
// A new type is an alternative here and a compile error wherever a match() does not say what is to
// be done with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace overhand {

enum class TimeUnit { second, millisecond, microsecond, nanosecond };

namespace type {

struct Real {
  bool operator==(const Real&) const = default;
};
struct Integer {
  bool operator==(const Integer&) const = default;
};
struct Boolean {  // stored as 0 and 1
  bool operator==(const Boolean&) const = default;
};
struct Date {  // stored as days since 1970-01-01
  bool operator==(const Date&) const = default;
};
struct Timestamp {  // stored as units since 1970-01-01 00:00
  TimeUnit unit = TimeUnit::microsecond;
  std::string zone = {};  // of the IANA database; empty: the clock on the wall, no zone known
  bool operator==(const Timestamp&) const = default;
};
struct Duration {  // stored as units
  TimeUnit unit = TimeUnit::microsecond;
  bool operator==(const Duration&) const = default;
};
struct Category {  // its levels are the column's dictionary, in its order
  bool is_ordered = false;
  bool operator==(const Category&) const = default;
};
struct Text {
  bool operator==(const Text&) const = default;
};

}  // namespace type

using Type = std::variant<type::Real, type::Integer, type::Boolean, type::Date, type::Timestamp,
                          type::Duration, type::Category, type::Text>;

template <class... Cases>
struct Matching : Cases... {
  using Cases::operator()...;
};

// The result of the case that takes the type. Give a case for each alternative by its name, so that
// the next one is not forgotten.
template <class... Cases>
decltype(auto) match(const Type& type, Cases&&... cases) {
  return std::visit(Matching<std::decay_t<Cases>...>{std::forward<Cases>(cases)...}, type);
}

// How the values of a type are stored: table/column.h.
enum class Storage { reals, integers, texts };
Storage storage_of(const Type& type);

// "real", "integer", "boolean", "date", "timestamp", "duration", "category", "text".
std::string name_of(const Type& type);
std::vector<std::string> type_names();

// The type of that name, with nothing said about units, zones or order.
std::optional<Type> type_named(std::string_view name);

// What a column of the type is, in a sentence: "a number", "a date", "text".
std::string words_for(const Type& type);

// Whether its values are amounts, which methods and measures can compute with.
bool is_quantity(const Type& type);

}  // namespace overhand
