#include "overhand/core/error.h"

#include "overhand/core/text.h"

namespace overhand {

std::string position_of(const Place& place) {
  if (place.line) return "line " + std::to_string(*place.line);
  if (place.row) {
    return "sheet '" + printable(place.sheet) + "', row " + std::to_string(*place.row);
  }
  return place.record ? "record " + std::to_string(*place.record) : "";
}

Error in_file(const std::string& file, Error error) {
  if (error.place.file.empty()) error.place.file = file;
  return error;
}

std::string sentence_of(const Error& error) {
  if (error.place.file.empty()) return error.message;
  const std::string position = position_of(error.place);
  return error.place.file + (position.empty() ? "" : ", " + position) + ": " + error.message;
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
