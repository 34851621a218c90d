#include "overhand/io/workbook_internal.h"
#include "overhand/io/xlsx_internal.h"

namespace overhand::io {
namespace {

// The sheets as a person is told of them; whether one has cells is looked up where it matters.
Result<std::vector<SheetName>> names_of(const Archive& archive, const XlsxBook& book,
                                        const std::vector<Code>& texts, bool with_cells) {
  std::vector<SheetName> names;
  for (const XlsxSheet& sheet : book.sheets) {
    names.push_back({sheet.name, sheet.is_hidden});
    if (!with_cells || sheet.part.empty()) continue;
    SheetBuilder probe;
    auto read = read_xlsx_cells(archive, book, sheet.part, texts, probe, Extent::first_cell);
    if (!read) return read.error();
    names.back().has_cells = probe.cell_count() > 0;
  }
  return names;
}

Result<std::size_t> chosen(const Archive& archive, const XlsxBook& book,
                           const std::vector<Code>& texts, const std::string& wanted) {
  const bool is_open = wanted.empty() && book.sheets.size() != 1;
  const auto names = names_of(archive, book, texts, is_open);
  if (!names) return names.error();
  if (is_open) return only_sheet(archive.input(), *names);
  if (wanted.empty()) return std::size_t{0};
  const auto found = sheet_called(wanted, *names);
  if (!found) return no_such_sheet(archive.input(), wanted, *names);
  return *found;
}

Result<Sheet> read_sheet(const Archive& archive, const std::string& wanted) {
  const auto book = read_xlsx_book(archive);
  if (!book) return book.error();
  SheetBuilder cells;
  const auto texts = read_shared_texts(archive, *book, cells);
  if (!texts) return texts.error();
  const auto number = chosen(archive, *book, *texts, wanted);
  if (!number) return number.error();
  const XlsxSheet& sheet = book->sheets[*number];
  if (!sheet.part.empty()) {
    auto read = read_xlsx_cells(archive, *book, sheet.part, *texts, cells, Extent::whole);
    if (!read) return read.error();
  }
  return std::move(cells).finish(sheet.name);
}

}  // namespace

Result<TableFile> open_xlsx(const Input& input, const ReadOptions& options) {
  return open_workbook(input, options, read_sheet);
}

}  // namespace overhand::io
