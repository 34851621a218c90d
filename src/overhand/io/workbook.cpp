#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>

#include "overhand/core/text.h"
#include "overhand/io/workbook_internal.h"

namespace overhand::io {
namespace {

// "'Patients', 'Lists' (hidden)"
std::string told(const std::vector<SheetName>& sheets) {
  std::vector<std::string> words;
  for (const SheetName& sheet : sheets) {
    words.push_back(
        fmt::format("'{}'{}", printable(sheet.name), sheet.is_hidden ? " (hidden)" : ""));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

Remedy say_sheet(const std::vector<SheetName>& sheets) {
  Remedy remedy{Action::say_sheet};
  for (const SheetName& sheet : sheets) remedy.columns.push_back(sheet.name);
  return remedy;
}

}  // namespace

std::optional<std::size_t> sheet_called(const std::string& wanted,
                                        const std::vector<SheetName>& sheets) {
  const auto found = std::ranges::find(sheets, wanted, &SheetName::name);
  if (found != sheets.end()) return static_cast<std::size_t>(found - sheets.begin());
  const auto number = number_of<std::size_t>(wanted);
  if (!number || *number == 0 || *number > sheets.size()) return std::nullopt;
  return *number - 1;
}

Error no_such_sheet(const Input& input, const std::string& wanted,
                    const std::vector<SheetName>& sheets) {
  Error error{ErrorKind::invalid_option,
              fmt::format("there is no sheet '{}'; there are {}.", printable(wanted), told(sheets)),
              {input.name}};
  return error;
}

Result<std::size_t> only_sheet(const Input& input, const std::vector<SheetName>& sheets) {
  std::vector<SheetName> filled;
  std::ranges::copy_if(sheets, std::back_inserter(filled), &SheetName::has_cells);
  if (filled.empty()) return input.error("no sheet of the workbook has cells.");
  if (filled.size() == 1) {
    const auto found = std::ranges::find_if(sheets, &SheetName::has_cells);
    return static_cast<std::size_t>(found - sheets.begin());
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("several sheets have cells: {}.", told(filled)),
               {input.name},
               {say_sheet(filled)}};
}

Result<TableFile> open_workbook(const Input& input, const ReadOptions& options, ReadSheet& read) {
  try {
    const auto archive = Archive::open(input);
    if (!archive) return archive.error();
    auto sheet = read(*archive, options.sheet);
    if (!sheet) return sheet.error();
    return table_of(input, options, *std::move(sheet));
  } catch (const std::bad_alloc&) {  // a few bytes can ask for more memory than there is
    return too_large(input);
  }
}

Place place_in(const Input& input, const Sheet& sheet, std::size_t row) {
  return {.file = input.name, .sheet = sheet.name, .row = row + 1};
}

}  // namespace overhand::io
