#include "overhand/io/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace overhand::io {
namespace {

struct Extension {
  const char* text;
  Format format;
};

constexpr std::array<Extension, 9> extensions = {{
    {".csv", {FileFormat::csv}},
    {".csv.gz", {FileFormat::csv, Compression::gzip}},
    {".csv.zst", {FileFormat::csv, Compression::zstd}},
    {".tsv", {FileFormat::tsv}},
    {".tsv.gz", {FileFormat::tsv, Compression::gzip}},
    {".tsv.zst", {FileFormat::tsv, Compression::zstd}},
    {".parquet", {FileFormat::parquet}},
    {".feather", {FileFormat::feather}},
    {".arrow", {FileFormat::feather}},
}};

}  // namespace

Result<Format> format_of(const std::string& path) {
  if (is_standard_stream(path)) return Format{FileFormat::csv};
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const auto& [text, format] : extensions) {
    if (lower.ends_with(text)) return format;
  }
  return Error{
      ErrorKind::invalid_option,
      fmt::format("{}: the format is told by the extension, which must be .csv, .tsv (also "
                  ".gz, .zst), .parquet, .feather or .arrow.",
                  path)};
}

}  // namespace overhand::io
