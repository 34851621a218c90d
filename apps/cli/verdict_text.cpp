#include "verdict_text.h"

#include <fmt/format.h>

#include "overhand/core/text.h"

namespace overhand::cli {
namespace {

std::string plain(std::string sentence) {  // without the page's marks for strong words
  for (auto mark = sentence.find("**"); mark != std::string::npos; mark = sentence.find("**")) {
    sentence.erase(mark, 2);
  }
  return printable(sentence);
}

void print_part(const char* title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return;
  fmt::print("{}\n", title);
  for (const std::string& sentence : sentences) fmt::print("  - {}\n", plain(sentence));
}

}  // namespace

void print_verdict(const report::Verdict& verdict) {
  fmt::print("{} {}\n", verdict.headline, verdict.facts);
  print_part("What an intruder can do:", verdict.intruder);
  print_part("What analysts keep and lose:", verdict.analysts);
  print_part("What this does not promise:", verdict.limits);
}

}  // namespace overhand::cli
