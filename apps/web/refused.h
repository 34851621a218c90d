// Refused: raised by what a request sends; the status of the answer, a sentence for it, and what
// more the page should know.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace overhand::web {

struct Refused : std::runtime_error {
  Refused(int answer_status, const std::string& sentence,
          nlohmann::ordered_json beside = nlohmann::ordered_json::object())
      : std::runtime_error(sentence),
        status(answer_status),
        more(std::make_shared<const nlohmann::ordered_json>(std::move(beside))) {}
  int status;
  std::shared_ptr<const nlohmann::ordered_json> more;  // an object; shared: an exception is copied
};

}  // namespace overhand::web
