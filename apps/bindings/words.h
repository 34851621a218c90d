// An error in the words of a language that calls the library.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "overhand/core/result.h"

namespace overhand::bindings {

enum class Language { python, r };

// drop=["age", "sex"] or drop = c("age", "sex"); one value stands alone.
std::string argument(Language language, const std::string& name,
                     const std::vector<std::string>& values);

// The sentence, and the arguments that would help. It begins with a capital letter.
std::string words_of(const Error& error, Language language);

// What is told of columns that look like codes and are masked as amounts; nothing where none do.
std::vector<std::string> words_on_codes(const std::vector<std::string>& columns, Language language);

// Fails all that a person asked for, from wherever it is found.
struct Failure : std::runtime_error {
  explicit Failure(Error why) : std::runtime_error(why.message), error(std::move(why)) {}
  Error error;
};

// An argument that is of another kind than it must be.
struct WrongType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) throw Failure(result.error());
  return *std::move(result);
}
inline void done_or_fail(const Status& status) {
  if (!status) throw Failure(status.error());
}

// The same, for what is about a table that came from a file: the sentence begins with its name.
template <class T>
T value_or_fail(Result<T> result, const std::string& file) {
  if (!result && result.error().kind == ErrorKind::invalid_data) {
    throw Failure(in_file(file, result.error()));
  }
  return value_or_fail(std::move(result));
}

}  // namespace overhand::bindings
