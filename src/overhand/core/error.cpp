#include "overhand/core/error.h"

namespace overhand {
namespace {

std::string words_of(const Place& place) {
  std::string words = place.file;
  if (place.line) words += ", line " + std::to_string(*place.line);
  if (place.record) words += ", record " + std::to_string(*place.record);
  return words;
}

}  // namespace

Error in_file(const std::string& file, Error error) {
  if (error.place.file.empty()) error.place.file = file;
  return error;
}

std::string sentence_of(const Error& error) {
  const std::string place = error.place.file.empty() ? "" : words_of(error.place) + ": ";
  return place + error.message;
}

std::string in_full(const Error& error, const std::function<std::string(const Remedy&)>& words) {
  std::string ways;
  for (const Remedy& remedy : error.remedies) ways += (ways.empty() ? "" : ", or ") + words(remedy);
  std::string sentence = sentence_of(error);
  if (ways.empty()) return sentence;
  sentence.pop_back();  // the full stop
  return sentence + "; " + ways + ".";
}

}  // namespace overhand
