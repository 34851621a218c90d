// Lists of R as JSON, and back.
#pragma once

#include <cpp11.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace overhand::r {

using Json = nlohmann::ordered_json;

// In UTF-8, whatever R has it in.
std::string utf8(SEXP letters);
SEXP letters_of(std::string_view utf8);

// A named list or vector is an object, one value stands alone, NULL is left out. Fails with
// WrongType on NA and on what JSON cannot say.
Json json_of(SEXP value, const std::string& name = "it");

// Arrays of one kind are vectors, others lists.
SEXP value_of(const Json& json);

}  // namespace overhand::r
