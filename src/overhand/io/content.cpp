#include <arrow/util/utf8.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "overhand/io/content_internal.h"

namespace overhand::io {
namespace {

using namespace std::string_view_literals;

struct Content {
  std::string_view magic;  // the first bytes
  std::string_view what;
  std::string_view remedy;
  bool (*fits)(const Format& format) = [](const Format&) { return false; };
};

constexpr std::string_view as_xlsx = "save it as .xlsx, without a password";
constexpr std::string_view as_csv = "save the table as CSV, Parquet or Feather";
constexpr std::string_view unpack = "unpack it first, or take .gz or .zst";

constexpr std::string_view sas_magic =
    "\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31"sv;

bool is_spss(const Format& format) { return format.file == FileFormat::sav; }

constexpr std::array<Content, 17> contents = {{
    {"PK\x03\x04", "a zip file", unpack, [](const Format& format) { return format.is_workbook(); }},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook with a password, or an old one (.xls)",
     as_xlsx},
    {"PAR1", "a Parquet file", "give it the extension .parquet",
     [](const Format& format) { return format.file == FileFormat::parquet; }},
    {"ARROW1", "a Feather (Arrow) file", "give it the extension .feather",
     [](const Format& format) { return format.file == FileFormat::feather; }},
    {"FEA1", "a Feather file of the old version 1", "write it anew, in version 2"},
    {"\x1f\x8b", "compressed by gzip", "give it an extension that ends in .gz",
     [](const Format& format) { return format.compression == Compression::gzip; }},
    {"\x28\xb5\x2f\xfd", "compressed by zstd", "give it an extension that ends in .zst",
     [](const Format& format) { return format.compression == Compression::zstd; }},
    {"BZh", "compressed by bzip2", unpack},
    {"\xfd\x37zXZ", "compressed by xz", unpack},
    {"SQLite format 3", "an SQLite database", as_csv},
    {"\x89HDF", "an HDF5 file", as_csv},
    {"ORC", "an ORC file", "give it the extension .orc",
     [](const Format& format) { return format.file == FileFormat::orc; }},
    {"<stata_dta>", "a Stata file", "give it the extension .dta",
     [](const Format& format) { return format.file == FileFormat::dta; }},
    {"$FL2", "an SPSS file", "give it the extension .sav", is_spss},
    {"$FL3", "an SPSS file", "give it the extension .sav", is_spss},
    {sas_magic, "a SAS file", "give it the extension .sas7bdat",
     [](const Format& format) { return format.file == FileFormat::sas7bdat; }},
    {"%PDF-", "a PDF", as_csv},
}};

constexpr Content ods{"", "an OpenDocument workbook", "give it the extension .ods",
                      [](const Format& format) { return format.file == FileFormat::ods; }};
constexpr Content xlsx{"", "an Excel workbook", "give it the extension .xlsx",
                       [](const Format& format) { return format.file == FileFormat::xlsx; }};

// The kind of a zip file is in the name or the text of its first entry.
const Content& kind_of_zip(std::string_view bytes) {
  if (bytes.find("opendocument") != std::string_view::npos) return ods;
  const bool is_excel = bytes.find("[Content_Types].xml") != std::string_view::npos ||
                        bytes.find("xl/") != std::string_view::npos;
  return is_excel ? xlsx : contents[0];
}

// A header may well begin with PAR1 or BZh, but no text holds such bytes.
bool has_control_byte(std::string_view bytes) {
  constexpr std::size_t far_enough = 512;
  return std::ranges::any_of(bytes.substr(0, far_enough), [](unsigned char c) {
    return c < ' ' && c != '\t' && c != '\r' && c != '\n';
  });
}

bool is_utf8(std::string_view text) {
  [[maybe_unused]] static const bool is_ready = (arrow::util::InitializeUTF8(), true);
  return arrow::util::ValidateUTF8(text);
}

}  // namespace

std::optional<std::string> mismatch(std::string_view first_bytes, const Format& format) {
  const auto found = std::ranges::find_if(
      contents, [&](const Content& content) { return first_bytes.starts_with(content.magic); });
  if (found == contents.end()) return std::nullopt;
  const Content& content = found == contents.begin() ? kind_of_zip(first_bytes) : *found;
  if (content.fits(format) || !has_control_byte(first_bytes)) return std::nullopt;
  return fmt::format("by its content this is {}, which the name does not say; {}", content.what,
                     content.remedy);
}

std::optional<std::string> no_text(std::string_view first_bytes) {
  if (first_bytes.starts_with("\xff\xfe\0\0"sv) || first_bytes.starts_with("\0\0\xfe\xff"sv)) {
    return "the text is in UTF-32, which is not read; save it as UTF-8";
  }
  if (first_bytes.find('\0') == std::string_view::npos) return std::nullopt;
  return "there are zero bytes in it, so it is no text";
}

std::optional<std::size_t> first_line_not_utf8(std::string_view text) {
  if (is_utf8(text)) return std::nullopt;
  std::size_t line = 1;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!is_utf8(text.substr(0, end)) || end == text.size()) return line;
    text.remove_prefix(end + 1);
    ++line;
  }
}

}  // namespace overhand::io
