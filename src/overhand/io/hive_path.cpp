#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "overhand/io/hive_path_internal.h"

namespace overhand::io {
namespace {

constexpr std::string_view missing_folder = "__HIVE_DEFAULT_PARTITION__";

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* digits = text.data() + i + 1;
    const bool is_code = text[i] == '%' && i + 2 < text.size() &&
                         std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    plain += is_code ? static_cast<char>(byte) : text[i];
    if (is_code) i += 2;
  }
  return plain;
}

// What Hive and Spark write as it is.
bool is_plain(unsigned char letter) {
  constexpr std::string_view special = "\"#%'*/:=?\\{[]^";
  return letter > 0x1f && letter != 0x7f &&
         special.find(static_cast<char>(letter)) == std::string_view::npos;
}

std::string encoded(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    safe += is_plain(byte) ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return safe;
}

}  // namespace

std::optional<std::vector<HivePart>> hive_parts(std::string_view folders) {
  std::vector<HivePart> parts;
  std::istringstream names{std::string(folders)};
  for (std::string folder; std::getline(names, folder, '/');) {
    if (folder.empty()) continue;
    const std::size_t sign = folder.find('=');
    if (sign == std::string::npos || sign == 0) return std::nullopt;
    const std::string value = folder.substr(sign + 1);
    const bool is_gap = value == missing_folder || value.empty();
    parts.emplace_back(decoded(folder.substr(0, sign)),
                       is_gap ? std::nullopt : std::optional(decoded(value)));
  }
  return parts;
}

std::string hive_folder(std::string_view name, const std::optional<std::string>& value) {
  return fmt::format("{}={}", encoded(name),
                     value && !value->empty() ? encoded(*value) : std::string(missing_folder));
}

}  // namespace overhand::io
