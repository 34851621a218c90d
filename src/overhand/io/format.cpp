#include "overhand/io/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

constexpr std::array formats = {
    Format{FileFormat::csv, Compression::none, ".csv"},
    Format{FileFormat::csv, Compression::gzip, ".csv.gz"},
    Format{FileFormat::csv, Compression::zstd, ".csv.zst"},
    Format{FileFormat::tsv, Compression::none, ".tsv"},
    Format{FileFormat::tsv, Compression::gzip, ".tsv.gz"},
    Format{FileFormat::tsv, Compression::zstd, ".tsv.zst"},
    Format{FileFormat::parquet, Compression::none, ".parquet"},
    Format{FileFormat::feather, Compression::none, ".feather"},
    Format{FileFormat::feather, Compression::none, ".arrow"},
    Format{FileFormat::orc, Compression::none, ".orc"},
    Format{FileFormat::dta, Compression::none, ".dta"},
    Format{FileFormat::sav, Compression::none, ".sav"},
    Format{FileFormat::sav, Compression::none, ".zsav"},
    Format{FileFormat::sas7bdat, Compression::none, ".sas7bdat", ".csv or .dta"},
    Format{FileFormat::xlsx, Compression::none, ".xlsx"},
    Format{FileFormat::xlsx, Compression::none, ".xlsm", ".xlsx"},
    Format{FileFormat::ods, Compression::none, ".ods", ".xlsx"},
};

constexpr std::array other_workbooks = {".xls", ".xlsb"};

// ".csv, .tsv (also .gz, .zst), .parquet, ... or .ods": of all, or of those that can be written.
std::string extensions_in_words(bool is_written) {
  std::vector<std::string> all;
  for (const Format& format : formats) {
    if (format.compression != Compression::none) continue;
    if (is_written && !format.instead.empty()) continue;
    all.emplace_back(format.extension);
    if (format.file == FileFormat::tsv) all.back() += " (also .gz, .zst)";
  }
  const std::string last = all.back();
  all.pop_back();
  return fmt::format("{} or {}", fmt::join(all, ", "), last);
}

Result<Format> known_format(const std::string& path, const Error& unknown) {
  if (is_standard_stream(path)) return Format{FileFormat::csv};
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Format& format : formats) {
    if (lower.ends_with(format.extension)) return format;
  }
  const auto ends_path = [&](const char* extension) { return lower.ends_with(extension); };
  if (std::ranges::any_of(other_workbooks, ends_path)) {
    return Error{ErrorKind::invalid_option,
                 "the format is told by the extension, and of Excel's workbooks .xlsx is read and "
                 "written, not .xls or .xlsb; save it as .xlsx.",
                 {path}};
  }
  return unknown;
}

Error unknown_format(const std::string& path, bool is_written) {
  return {ErrorKind::invalid_option,
          fmt::format("the format is told by the extension, which must be {}.",
                      extensions_in_words(is_written)),
          {path},
          {{is_written ? Action::say_format : Action::rename}}};
}

}  // namespace

Result<Format> format_of(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Format{FileFormat::parquet, Compression::none, ".parquet", {}, true};
  }
  return known_format(path, unknown_format(path, false));
}

Result<Format> output_format_of(const std::string& path) {
  auto format = known_format(path, unknown_format(path, true));
  if (!format || format->instead.empty()) return format;
  return Error{
      ErrorKind::invalid_option,
      fmt::format("{} is only read, not written; take {}.", format->extension, format->instead),
      {path}};
}

Result<Format> format_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Format& format : formats) {
    if (!format.instead.empty()) continue;
    names.push_back(format.extension.substr(1));
    if (names.back() == name) return format;
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("There is no format '{}'; the formats are {}.", told(name),
                           fmt::join(names, ", "))};
}

std::vector<std::string> readable_extensions() {
  std::vector<std::string> extensions;
  for (const Format& format : formats) extensions.emplace_back(format.extension);
  return extensions;
}

}  // namespace overhand::io
