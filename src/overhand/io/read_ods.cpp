#include <algorithm>
#include <array>
#include <set>

#include "overhand/core/text.h"
#include "overhand/io/code_style_internal.h"
#include "overhand/io/iso_time_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/workbook_internal.h"
#include "overhand/io/xml_internal.h"

namespace overhand::io {
namespace {

// What stands in a cell and is no text of it: what somebody wrote about it, footnotes, how a word
// is read aloud, and shapes, of which these are all in the standard.
bool is_beside_text(std::string_view name) {
  constexpr std::array<std::string_view, 20> all = {
      "annotation",   "caption",         "circle",    "connector", "control",
      "custom-shape", "ellipse",         "frame",     "g",         "line",
      "measure",      "page-thumbnail",  "path",      "polygon",   "polyline",
      "rect",         "regular-polygon", "ruby-text", "scene",     "note"};
  return std::ranges::find(all, name) != all.end();
}

// The text of a cell: paragraphs, of which each has spans, spaces that count, tabs and breaks.
class OdsText {
 public:
  void clear() {
    text_.clear();
    paragraphs_ = 0;
    is_open_ = false;
    beside_ = 0;
  }
  void start(std::string_view name, const XmlFields& fields) {
    if (is_beside_text(name)) ++beside_;
    if (beside_ > 0) return;
    if (name == "p") {
      if (paragraphs_++ > 0) text_ += '\n';
      is_open_ = true;
    } else if (is_open_ && name == "s") {
      constexpr std::size_t most = 32'767;
      text_.append(std::min(fields.number("text:1.0|c", 1), most), ' ');
    } else if (is_open_ && (name == "tab" || name == "line-break")) {
      text_ += name == "tab" ? '\t' : '\n';
    }
  }
  void add(std::string_view piece) {
    if (is_open_ && beside_ == 0) text_ += piece;
  }
  void end(std::string_view name) {
    if (is_beside_text(name)) --beside_;
    if (name == "p" && beside_ == 0) is_open_ = false;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t paragraphs_ = 0;
  std::size_t beside_ = 0;  // how many such are open
  bool is_open_ = false;
};

// One cell as the document tells it. `string` is its text where it has no paragraphs.
struct OdsCell {
  std::string type;
  std::string value;
  std::string string;
  bool is_error = false;
  bool has_formula = false;
  std::size_t repeated = 1;
};

OdsCell cell_of(const XmlFields& fields) {
  OdsCell cell;
  cell.type = fields.find("office:1.0|value-type").value_or("");
  const auto value = [&](std::string_view name) { return fields.find(name).value_or(""); };
  if (cell.type == "date") {
    cell.value = value("office:1.0|date-value");
  } else if (cell.type == "time") {
    cell.value = value("office:1.0|time-value");
  } else if (cell.type == "boolean") {
    cell.value = value("office:1.0|boolean-value");
  } else {
    cell.value = value("office:1.0|value");
  }
  cell.string = value("office:1.0|string-value");
  cell.is_error = value("calcext:1.0|value-type") == "error";
  cell.has_formula = fields.find("table:1.0|formula").has_value();
  cell.repeated = std::max<std::size_t>(fields.number("table:1.0|number-columns-repeated", 1), 1);
  return cell;
}

void add_time(SheetBuilder& cells, CellReference at, const OdsCell& cell) {
  const auto time = iso_duration(cell.value);
  if (!time) return cells.add(at, CellKind::no_date);
  const bool is_in_a_day = *time >= 0 && *time < milliseconds_per_day;
  cells.add(at, is_in_a_day ? CellKind::time : CellKind::duration, static_cast<double>(*time));
}

// As .xlsx spells it.
std::string style_that_shows(std::string code) {
  std::ranges::replace_if(code, [](char c) { return c >= '1' && c <= '9'; }, '0');
  return code;
}

void add_cell(SheetBuilder& cells, CellReference at, const OdsCell& cell, const std::string& text) {
  if (cell.is_error) {
    if (text != "#N/A") cells.add(at, CellKind::error);
  } else if (cell.type.empty()) {
    if (cell.has_formula) cells.add(at, CellKind::no_result);
  } else if (cell.type == "string") {
    cells.add_text(at, text.empty() ? cell.string : text);
  } else if (cell.type == "boolean") {
    cells.add(at, CellKind::boolean, cell.value == "true" ? 1 : 0);
  } else if (cell.type == "date") {
    const auto date = iso_milliseconds(cell.value);
    date ? cells.add_date(at, static_cast<double>(*date)) : cells.add(at, CellKind::no_date);
  } else if (cell.type == "time") {
    add_time(cells, at, cell);
  } else if (is_code_of(text, cell.value)) {
    cells.add_code(at, text, style_that_shows(text));
  } else {
    cells.add_number(at, cell.value);  // a float, a percentage, an amount of money
  }
}

// Reads all sheets, and stores the one that is meant: the document does not say in advance which
// ones there are.
class OdsHandler : public XmlHandler {
 public:
  explicit OdsHandler(std::string wanted) : wanted_(std::move(wanted)) {}

  void start(std::string_view name, const XmlFields& fields) override {
    ++depth_;
    if (is_in_cell_) return start_in_cell(name, fields);
    if (name == "style") style_ = fields.find("style:1.0|name").value_or("");
    if (name == "table-properties" && fields.find("table:1.0|display") == "false") {
      hidden_styles_.insert(style_);
    }
    if (name == "spreadsheet") body_depth_ = depth_;
    if (name == "table" && depth_ == body_depth_ + 1) start_table(fields);
    if (!is_in_table_) return;
    if (name == "table-row") start_row(fields);
    if (name == "table-cell" || name == "covered-table-cell") start_cell(fields);
  }

  void text(std::string_view piece) override {
    if (is_in_cell_) text_.add(piece);
  }

  void end(std::string_view name) override {
    if (is_in_cell_ && depth_ != cell_depth_) {
      text_.end(name);
    } else if (is_in_cell_) {
      is_in_cell_ = false;
      in_row_.push_back({next_.column, cell_, text_.text()});
      next_.column += std::min(cell_.repeated, most_sheet_columns);
    } else if (is_in_table_ && name == "table-row") {
      end_row();
    } else if (is_in_table_ && name == "table" && depth_ == body_depth_ + 1) {
      end_table();
    }
    --depth_;
  }

  bool is_done() const override { return state_ != SheetBuilder::State::sound; }

  SheetBuilder::State state() const { return state_; }
  const std::vector<SheetName>& names() const { return names_; }
  // The sheet that was stored, with its number.
  std::optional<std::pair<std::size_t, Sheet>>& stored() { return stored_; }

 private:
  struct RowCell {
    std::size_t column;
    OdsCell cell;
    std::string text;
  };

  void start_table(const XmlFields& fields) {
    const std::string style(fields.find("table:1.0|style-name").value_or(""));
    names_.push_back(
        {std::string(fields.find("table:1.0|name").value_or("")), hidden_styles_.contains(style)});
    is_in_table_ = true;
    next_ = {};
    cells_ = SheetBuilder();
  }

  void start_row(const XmlFields& fields) {
    rows_repeated_ = std::max<std::size_t>(fields.number("table:1.0|number-rows-repeated", 1), 1);
    next_.column = 0;
    in_row_.clear();
  }

  void start_cell(const XmlFields& fields) {
    cell_ = cell_of(fields);
    text_.clear();
    is_in_cell_ = true;
    cell_depth_ = depth_;
    const std::size_t rows = fields.number("table:1.0|number-rows-spanned", 1);
    const std::size_t columns = fields.number("table:1.0|number-columns-spanned", 1);
    if (rows <= 1 && columns <= 1) return;
    const CellReference last{next_.row + std::min(rows, most_sheet_rows) - 1,
                             next_.column + std::min(columns, most_sheet_columns) - 1};
    cells_.add_merged({next_, last});
  }

  void start_in_cell(std::string_view name, const XmlFields& fields) { text_.start(name, fields); }

  // Empty rows are often repeated to the end of the sheet; those with values are few.
  void end_row() {
    if (std::ranges::any_of(in_row_, [](const RowCell& cell) { return has_value(cell); })) {
      count_repeated();
      for (std::size_t i = 0; i < rows_repeated_ && !is_done(); ++i) add_row(next_.row + i);
    }
    next_.row += std::min(rows_repeated_, most_sheet_rows);
  }

  static bool has_value(const RowCell& cell) {
    return !cell.cell.type.empty() || cell.cell.has_formula;
  }

  void add_row(std::size_t row) {
    for (const RowCell& cell : in_row_) {
      if (!has_value(cell)) continue;
      for (std::size_t i = 0; i < cell.cell.repeated && !is_done(); ++i) {
        add_cell(cells_, {row, cell.column + i}, cell.cell, cell.text);
        state_ = cells_.state();
      }
    }
  }

  // A few words can ask for all cells that a sheet can have, and no table does.
  void count_repeated() {
    constexpr std::size_t most = std::size_t{1} << 25;
    std::size_t told = 0;
    std::size_t meant = 0;
    for (const RowCell& cell : in_row_) {
      told += static_cast<std::size_t>(has_value(cell));
      meant += has_value(cell) ? std::min(cell.cell.repeated, most_sheet_columns) : 0;
    }
    repeated_ += meant * std::min(rows_repeated_, most_sheet_rows) - told;
    if (repeated_ > most) state_ = SheetBuilder::State::too_large;
  }

  void end_table() {
    is_in_table_ = false;
    names_.back().has_cells = cells_.cell_count() > 0;
    const bool is_first = !stored_ && (names_.back().has_cells || names_.size() == 1);
    const bool is_meant =
        wanted_.empty() ? is_first : sheet_called(wanted_, names_) == names_.size() - 1;
    if (!is_meant) return;
    stored_.emplace(names_.size() - 1, std::move(cells_).finish(names_.back().name));
  }

  std::string wanted_;
  std::vector<SheetName> names_;
  std::optional<std::pair<std::size_t, Sheet>> stored_;
  std::set<std::string> hidden_styles_;
  std::string style_;

  std::size_t depth_ = 0;
  std::size_t body_depth_ = 0;
  std::size_t cell_depth_ = 0;
  bool is_in_table_ = false;
  bool is_in_cell_ = false;
  CellReference next_;
  std::size_t rows_repeated_ = 1;
  std::size_t repeated_ = 0;  // cells, so far
  std::vector<RowCell> in_row_;
  OdsCell cell_;
  OdsText text_;
  SheetBuilder cells_;
  SheetBuilder::State state_ = SheetBuilder::State::sound;
};

class EncryptionHandler : public XmlHandler {
 public:
  void start(std::string_view name, const XmlFields& /*fields*/) override {
    is_encrypted |= name == "encryption-data";
  }
  bool is_done() const override { return is_encrypted; }
  bool is_encrypted = false;
};

std::optional<Error> problem_with_password(const Archive& archive) {
  constexpr auto manifest = "META-INF/manifest.xml";
  if (!archive.has(manifest)) return std::nullopt;
  EncryptionHandler handler;
  if (auto read = read_xml(archive, manifest, handler); !read) return read.error();
  if (!handler.is_encrypted) return std::nullopt;
  return archive.input().error("has a password; save it without one.");
}

Result<Sheet> read_sheet(const Archive& archive, const std::string& wanted) {
  if (auto problem = problem_with_password(archive)) return *std::move(problem);
  OdsHandler handler(wanted);
  if (auto read = read_xml(archive, "content.xml", handler); !read) return read.error();
  if (handler.state() == SheetBuilder::State::too_large) return too_large(archive.input());
  if (handler.state() != SheetBuilder::State::sound) return archive.damaged();
  if (!wanted.empty() && !handler.stored()) {
    return no_such_sheet(archive.input(), wanted, handler.names());
  }
  if (wanted.empty() && handler.names().size() != 1) {
    if (const auto only = only_sheet(archive.input(), handler.names()); !only) return only.error();
  }
  return std::move(handler.stored()->second);
}

}  // namespace

Result<TableFile> open_ods(const Input& input, const ReadOptions& options) {
  return open_workbook(input, options, read_sheet);
}

}  // namespace overhand::io
