#include "values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bindings/words.h"

namespace overhand::r {
namespace {

using bindings::WrongType;

[[noreturn]] void refuse_na(const std::string& name) { throw WrongType(name + " must not be NA."); }

// Whole numbers go as such: R writes 7 where others write 7.0.
Json number_of(double value, const std::string& name) {
  if (std::isnan(value)) refuse_na(name);
  constexpr double all_whole = 9007199254740992;  // 2^53
  if (value != std::floor(value) || std::fabs(value) > all_whole) return value;
  if (value >= 0) return static_cast<std::uint64_t>(value);
  return static_cast<std::int64_t>(value);
}

Json element(SEXP value, R_xlen_t i, const std::string& name) {
  switch (TYPEOF(value)) {
    case LGLSXP:
      if (LOGICAL(value)[i] == NA_LOGICAL) refuse_na(name);
      return LOGICAL(value)[i] != 0;
    case INTSXP:
      return number_of(INTEGER(value)[i] == NA_INTEGER ? NA_REAL : INTEGER(value)[i], name);
    case REALSXP:
      return number_of(REAL(value)[i], name);
    case STRSXP:
      if (STRING_ELT(value, i) == NA_STRING) refuse_na(name);
      return utf8(STRING_ELT(value, i));
    case VECSXP:
      return json_of(VECTOR_ELT(value, i), name);
    default:
      throw WrongType(name + " is of a type that no argument has.");
  }
}

template <class Is>
bool all_are(const Json& array, const Is& is) {
  return std::ranges::all_of(array, is);
}

SEXP whole(std::int64_t value) {
  if (value > std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max()) {
    return cpp11::as_sexp(static_cast<int>(value));
  }
  return cpp11::as_sexp(static_cast<double>(value));
}

SEXP vector_of(const Json& array) {
  const auto size = static_cast<R_xlen_t>(array.size());
  if (all_are(array, [](const Json& one) { return one.is_string(); })) {
    cpp11::writable::strings all(size);
    for (R_xlen_t i = 0; i < size; ++i) {
      SET_STRING_ELT(all, i, letters_of(array[i].get_ref<const std::string&>()));
    }
    return all;
  }
  if (all_are(array, [](const Json& one) { return one.is_boolean(); })) {
    cpp11::writable::logicals all(size);
    for (R_xlen_t i = 0; i < size; ++i) LOGICAL(all)[i] = array[i].get<bool>() ? 1 : 0;
    return all;
  }
  if (all_are(array, [](const Json& one) { return one.is_number() || one.is_null(); })) {
    cpp11::writable::doubles all(size);
    for (R_xlen_t i = 0; i < size; ++i) {
      REAL(all)[i] = array[i].is_null() ? NA_REAL : array[i].get<double>();
    }
    return all;
  }
  cpp11::writable::list all(size);
  for (R_xlen_t i = 0; i < size; ++i) SET_VECTOR_ELT(all, i, cpp11::sexp(value_of(array[i])));
  return all;
}

SEXP list_of(const Json& object) {
  const auto size = static_cast<R_xlen_t>(object.size());
  cpp11::writable::list all(size);
  cpp11::writable::strings names(size);
  R_xlen_t i = 0;
  for (const auto& [name, value] : object.items()) {
    SET_STRING_ELT(names, i, letters_of(name));
    SET_VECTOR_ELT(all, i++, cpp11::sexp(value_of(value)));
  }
  all.attr("names") = names;
  return all;
}

}  // namespace

std::string utf8(SEXP letters) { return cpp11::safe[Rf_translateCharUTF8](letters); }

SEXP letters_of(std::string_view utf8) {
  return cpp11::safe[Rf_mkCharLenCE](utf8.data(), static_cast<int>(utf8.size()), CE_UTF8);
}

Json json_of(SEXP value, const std::string& name) {
  if (value == R_NilValue) return nullptr;
  if (!Rf_isVector(value)) throw WrongType(name + " is of a type that no argument has.");
  const SEXP names = Rf_getAttrib(value, R_NamesSymbol);
  if (names != R_NilValue) {
    Json object = Json::object();
    for (R_xlen_t i = 0; i < Rf_xlength(value); ++i) {
      const std::string key = utf8(STRING_ELT(names, i));
      Json one = element(value, i, key);
      if (!one.is_null()) object[key] = std::move(one);
    }
    return object;
  }
  if (Rf_xlength(value) == 1 && TYPEOF(value) != VECSXP) return element(value, 0, name);
  Json array = Json::array();
  for (R_xlen_t i = 0; i < Rf_xlength(value); ++i) array.push_back(element(value, i, name));
  return array;
}

SEXP value_of(const Json& json) {
  if (json.is_object()) return list_of(json);
  if (json.is_array())
    return json.empty() ? SEXP(cpp11::writable::list(R_xlen_t{0})) : vector_of(json);
  if (json.is_string()) return vector_of(Json::array({json}));
  if (json.is_boolean()) return cpp11::as_sexp(json.get<bool>());
  if (json.is_number_integer()) return whole(json.get<std::int64_t>());
  if (json.is_number()) return cpp11::as_sexp(json.get<double>());
  return R_NilValue;
}

}  // namespace overhand::r
