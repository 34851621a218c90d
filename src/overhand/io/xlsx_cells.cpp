#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/code_style_internal.h"
#include "overhand/io/iso_time_internal.h"
#include "overhand/io/xlsx_internal.h"
#include "overhand/io/xml_internal.h"

namespace overhand::io {
namespace {

// Around a number, blanks do not count in XML.
std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

// Collects a text that may stand in several runs. Phonetic runs tell how to read it aloud.
class RunsOfText {
 public:
  void clear() { text_.clear(); }
  void start(std::string_view name) {
    if (name == "rPh") is_phonetic_ = true;
    is_open_ = (name == "t" || name == "v") && !is_phonetic_;
  }
  void add(std::string_view piece) {
    if (is_open_) text_ += piece;
  }
  void end(std::string_view name) {
    if (name == "rPh") is_phonetic_ = false;
    is_open_ = false;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool is_open_ = false;
  bool is_phonetic_ = false;
};

class SharedTexts : public XmlHandler {
 public:
  explicit SharedTexts(SheetBuilder& cells) : cells_(cells) {}

  void start(std::string_view name, const XmlFields& /*fields*/) override {
    if (name == "si") runs_.clear();
    runs_.start(name);
  }
  void text(std::string_view piece) override { runs_.add(piece); }
  void end(std::string_view name) override {
    runs_.end(name);
    if (name != "si") return;
    const std::string text = unescaped(runs_.text());
    codes.push_back(text.empty() ? missing_code : cells_.code_of(text));
  }
  bool is_done() const override { return cells_.state() != SheetBuilder::State::sound; }

  std::vector<Code> codes;

 private:
  SheetBuilder& cells_;
  RunsOfText runs_;
};

class CellsHandler : public XmlHandler {
 public:
  CellsHandler(const XlsxBook& book, const std::vector<Code>& texts, SheetBuilder& cells,
               Extent extent)
      : book_(book), texts_(texts), cells_(cells), extent_(extent) {}

  void start(std::string_view name, const XmlFields& fields) override {
    if (name == "c") return start_cell(fields);
    if (name == "row") {
      start_row(fields);
    } else if (name == "mergeCell") {
      const auto range = cell_range(fields.find("ref").value_or(""));
      if (range) cells_.add_merged(*range);
    } else if (is_in_cell_) {
      has_formula_ |= name == "f";
      has_value_ |= name == "v";
      runs_.start(name);
    }
  }
  void text(std::string_view piece) override {
    if (is_in_cell_) runs_.add(piece);
  }
  void end(std::string_view name) override {
    if (!is_in_cell_) return;
    runs_.end(name);
    if (name != "c") return;
    is_in_cell_ = false;
    add_cell();
    ++next_.column;
  }
  bool is_done() const override {
    return is_broken || cells_.state() != SheetBuilder::State::sound ||
           (extent_ == Extent::first_cell && cells_.cell_count() > 0);
  }

  bool is_broken = false;  // a cell where none can be, or a text that is not there

 private:
  void start_row(const XmlFields& fields) {
    next_ = {next_.row + 1, 0};  // the one below, where it is not given
    const auto given = fields.find("r");
    if (!given) return;
    const auto number = number_of<std::size_t>(*given);
    is_broken |= !number || *number == 0 || *number > most_sheet_rows;
    if (!is_broken) next_.row = *number - 1;
  }

  void start_cell(const XmlFields& fields) {
    if (const auto name = fields.find("r")) {
      const auto at = cell_reference(*name);
      is_broken |= !at || at->row != next_.row;
      if (at) next_ = *at;
    }
    type_ = fields.find("t").value_or("n");
    style_ = fields.number("s", 0);
    has_formula_ = false;
    has_value_ = false;
    is_in_cell_ = true;
    runs_.clear();
  }

  void add_cell() {
    // A formula may have an empty text as its result.
    const bool is_text = type_ == "inlineStr" || (type_ == "str" && (has_value_ || !has_formula_));
    if (is_text) return cells_.add_text(next_, unescaped(runs_.text()));
    const std::string value(without_blanks(runs_.text()));
    if (type_ == "s") return add_shared(value);
    if (value.empty()) {
      if (has_formula_) cells_.add(next_, CellKind::no_result);
    } else if (type_ == "b") {
      cells_.add(next_, CellKind::boolean, value == "1" || value == "true" ? 1 : 0);
    } else if (type_ == "e") {
      if (value != "#N/A") cells_.add(next_, CellKind::error);
    } else if (type_ == "d") {
      add_date(iso_milliseconds(value), style().format);
    } else {
      add_number(value);
    }
  }

  void add_shared(const std::string& value) {
    const auto number = number_of<std::size_t>(value);
    is_broken |= !number || *number >= texts_.size();
    if (is_broken || texts_[*number] == missing_code) return;
    cells_.add_text(next_, texts_[*number]);
  }

  void add_date(std::optional<std::int64_t> milliseconds, const std::string& format) {
    if (!milliseconds) return cells_.add(next_, CellKind::no_date);
    cells_.add_date(next_, static_cast<double>(*milliseconds), format);
  }

  const CellStyle& style() const {
    static const CellStyle plain;
    return style_ < book_.styles.size() ? book_.styles[style_] : plain;
  }

  void add_number(const std::string& value) {
    const auto& [style, format] = this->style();
    const bool shows_code = style == NumberStyle::number && !format.empty();
    const auto code = shows_code ? code_of(value, format) : std::nullopt;
    if (code) return cells_.add_code(next_, *code, format);
    const auto number = number_of<double>(value);
    if (style == NumberStyle::number || !number || !std::isfinite(*number)) {
      return cells_.add_number(next_, value);
    }
    const bool is_in_a_day = *number >= 0 && *number < 1;
    const double milliseconds = std::round(*number * static_cast<double>(milliseconds_per_day));
    if (style == NumberStyle::elapsed) return cells_.add(next_, CellKind::duration, milliseconds);
    if (style == NumberStyle::time && is_in_a_day) {
      return cells_.add(next_, CellKind::time, milliseconds);
    }
    add_date(milliseconds_of(*number, book_.dates), format);
  }

  const XlsxBook& book_;
  const std::vector<Code>& texts_;
  SheetBuilder& cells_;
  Extent extent_;
  CellReference next_{static_cast<std::size_t>(-1), 0};  // above the first row
  std::string type_;
  std::size_t style_ = 0;
  bool has_formula_ = false;
  bool has_value_ = false;
  bool is_in_cell_ = false;
  RunsOfText runs_;
};

// Of a character that UTF-16 writes in one unit.
std::string utf8_of(unsigned code) {
  std::string text;
  if (code < 0x80) return text += static_cast<char>(code);
  if (code < 0x800) {
    text += static_cast<char>(0xC0U | code >> 6U);
  } else {
    text += static_cast<char>(0xE0U | code >> 12U);
    text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
  }
  return text += static_cast<char>(0x80U | (code & 0x3FU));
}

// The code in "_x000D_" at the front.
std::optional<unsigned> escaped_code(std::string_view text) {
  constexpr std::size_t length = 7;
  if (text.size() < length || !text.starts_with("_x") || text[length - 1] != '_') {
    return std::nullopt;
  }
  unsigned code = 0;
  const auto [rest, problem] = std::from_chars(text.data() + 2, text.data() + length - 1, code, 16);
  const bool is_half = code >= 0xD800 && code <= 0xDFFF;  // of a character of two units
  if (problem != std::errc{} || rest != text.data() + length - 1 || code == 0 || is_half) {
    return std::nullopt;
  }
  return code;
}

}  // namespace

std::string unescaped(std::string_view text) {
  constexpr std::size_t length = 7;
  std::string plain;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("_x"), text.size());
    plain += text.substr(0, end);
    text.remove_prefix(end);
    if (text.empty()) break;
    const auto code = escaped_code(text);
    plain += code ? utf8_of(*code) : "_";
    text.remove_prefix(code ? length : 1);
  }
  return plain;
}

Result<std::vector<Code>> read_shared_texts(const Archive& archive, const XlsxBook& book,
                                            SheetBuilder& cells) {
  if (book.texts_part.empty()) return std::vector<Code>();
  SharedTexts texts(cells);
  if (auto read = read_xml(archive, book.texts_part, texts); !read) return read.error();
  if (cells.state() == SheetBuilder::State::too_large) return too_large(archive.input());
  return std::move(texts.codes);
}

Status read_xlsx_cells(const Archive& archive, const XlsxBook& book, const std::string& part,
                       const std::vector<Code>& texts, SheetBuilder& cells, Extent extent) {
  CellsHandler handler(book, texts, cells, extent);
  if (auto read = read_xml(archive, part, handler); !read) return read;
  if (cells.state() == SheetBuilder::State::too_large) return too_large(archive.input());
  if (handler.is_broken || cells.state() != SheetBuilder::State::sound) return archive.damaged();
  return Done{};
}

}  // namespace overhand::io
