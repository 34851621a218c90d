#include <filesystem>

#include "overhand/io/code_style_internal.h"
#include "overhand/io/xlsx_internal.h"
#include "overhand/io/xml_internal.h"

namespace overhand::io {
namespace {

struct Relation {
  std::string type;
  std::string part;
};

// The name of a part that another one leads to, from where that one is or from the top.
std::string resolved(const std::string& from, std::string_view target) {
  const std::filesystem::path folder = std::filesystem::path("/" + from).parent_path();
  return (folder / target).lexically_normal().string().substr(1);
}

class Relations : public XmlHandler {
 public:
  explicit Relations(std::string from) : from_(std::move(from)) {}

  void start(std::string_view name, const XmlFields& fields) override {
    const auto id = fields.find("Id");
    const auto target = fields.find("Target");
    if (name != "Relationship" || !id || !target || target->empty()) return;
    const std::string_view type = fields.find("Type").value_or("");
    all[std::string(*id)] = {std::string(type.substr(type.rfind('/') + 1)),
                             resolved(from_, *target)};
  }

  // Where the first relation of that type leads to.
  std::string part_of(std::string_view type) const {
    for (const auto& [id, relation] : all) {
      if (relation.type == type) return relation.part;
    }
    return {};
  }

  std::map<std::string, Relation> all;  // by their ids

 private:
  std::string from_;
};

std::string relations_part(const std::string& part) {
  const std::filesystem::path path = part;
  return (path.parent_path() / "_rels" / (path.filename().string() + ".rels")).string();
}

bool is_true(std::optional<std::string_view> text) { return text == "1" || text == "true"; }

class BookHandler : public XmlHandler {
 public:
  BookHandler(XlsxBook& book, const Relations& relations) : book_(book), relations_(relations) {}

  void start(std::string_view name, const XmlFields& fields) override {
    if (name == "workbookPr" && is_true(fields.find("date1904"))) {
      book_.dates = DateSystem::from_1904;
    }
    if (name != "sheet") return;
    XlsxSheet sheet{std::string(fields.find("name").value_or(""))};
    sheet.is_hidden = fields.find("state").value_or("visible") != "visible";
    const auto found =
        relations_.all.find(std::string(fields.find("relationships|id").value_or("")));
    if (found != relations_.all.end() && found->second.type == "worksheet") {
      sheet.part = found->second.part;
    }
    book_.sheets.push_back(std::move(sheet));
  }

 private:
  XlsxBook& book_;
  const Relations& relations_;
};

// The styles that cells name are in cellXfs, in its order; each names a format.
class StylesHandler : public XmlHandler {
 public:
  explicit StylesHandler(std::vector<CellStyle>& styles) : styles_(styles) {}

  void start(std::string_view name, const XmlFields& fields) override {
    if (name == "cellXfs") is_in_cells_ = true;
    const std::size_t format = fields.number("numFmtId", 0);
    if (name == "numFmt" && !is_in_cells_) {
      const std::string_view code = fields.find("formatCode").value_or("");
      const NumberStyle style = style_of(code);
      const bool is_told = style == NumberStyle::date || shows_codes(code);
      custom_[format] = {style, is_told ? std::string(code) : ""};
    }
    if (name != "xf" || !is_in_cells_) return;
    const auto found = custom_.find(format);
    styles_.push_back(found != custom_.end()
                          ? found->second
                          : CellStyle{style_of_built_in(format), built_in_date_format(format)});
  }
  void end(std::string_view name) override {
    if (name == "cellXfs") is_in_cells_ = false;
  }

 private:
  std::vector<CellStyle>& styles_;
  std::map<std::size_t, CellStyle> custom_;
  bool is_in_cells_ = false;
};

Result<Relations> relations_of(const Archive& archive, const std::string& part) {
  Relations relations(part);
  const std::string name = relations_part(part);
  if (!archive.has(name)) return relations;
  if (auto read = read_xml(archive, name, relations); !read) return read.error();
  return relations;
}

// Where the package says that the workbook is.
Result<std::string> book_part(const Archive& archive) {
  const auto relations = relations_of(archive, "");
  if (!relations) return relations.error();
  std::string part = relations->part_of("officeDocument");
  if (part.empty()) part = "xl/workbook.xml";
  if (part.ends_with(".bin")) {
    return archive.input().error(
        "by its content this is a binary workbook (.xlsb); save it as "
        ".xlsx.");
  }
  return part;
}

}  // namespace

Result<XlsxBook> read_xlsx_book(const Archive& archive) {
  const auto part = book_part(archive);
  if (!part) return part.error();
  const auto relations = relations_of(archive, *part);
  if (!relations) return relations.error();
  XlsxBook book;
  BookHandler handler(book, *relations);
  if (auto read = read_xml(archive, *part, handler); !read) return read.error();
  book.texts_part = relations->part_of("sharedStrings");
  const std::string styles = relations->part_of("styles");
  if (styles.empty()) return book;
  StylesHandler styles_handler(book.styles);
  if (auto read = read_xml(archive, styles, styles_handler); !read) return read.error();
  return book;
}

}  // namespace overhand::io
