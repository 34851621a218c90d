#include <expat.h>

#include <exception>
#include <memory>
#include <type_traits>

#include "overhand/core/text.h"
#include "overhand/io/xml_internal.h"

namespace overhand::io {
namespace {

constexpr char separator = '|';                            // between a namespace and a name
constexpr std::size_t longest_tag = std::size_t{1} << 22;  // no workbook has one like that

std::string_view without_namespace(const char* name) {
  const std::string_view all = name;
  const std::size_t end = all.rfind(separator);
  return end == std::string_view::npos ? all : all.substr(end + 1);
}

// One document, while it is read. Expat is C: no exception may pass through it.
class XmlReader {
 public:
  explicit XmlReader(XmlHandler& handler)
      : handler_(handler), parser_(XML_ParserCreateNS(nullptr, separator), XML_ParserFree) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetDoctypeDeclHandler(parser_.get(), on_doctype, nullptr);
  }

  // False: it is no XML, or the handler has what it wants.
  bool take(std::string_view bytes, bool is_last) {
    fed_ += bytes.size();
    const auto status = XML_Parse(parser_.get(), bytes.data(), static_cast<int>(bytes.size()),
                                  static_cast<int>(is_last));
    if (thrown_) std::rethrow_exception(thrown_);
    is_broken_ |= (status != XML_STATUS_OK && !handler_.is_done()) || fed_ - told_ > longest_tag;
    return status == XML_STATUS_OK && !is_broken_;
  }

  bool is_broken() const { return is_broken_; }

 private:
  template <class Tell>
  static void guarded(void* self, Tell tell) {
    auto& reader = *static_cast<XmlReader*>(self);
    reader.told_ = reader.fed_;
    if (reader.thrown_ || reader.is_broken_ || reader.handler_.is_done()) return;
    try {
      tell(reader.handler_);
    } catch (...) {
      reader.thrown_ = std::current_exception();
    }
    if (reader.thrown_ || reader.handler_.is_done())
      XML_StopParser(reader.parser_.get(), XML_FALSE);
  }

  static void on_start(void* self, const char* name, const char** fields) {
    guarded(self, [&](XmlHandler& handler) {
      handler.start(without_namespace(name), XmlFields(fields));
    });
  }
  static void on_end(void* self, const char* name) {
    guarded(self, [&](XmlHandler& handler) { handler.end(without_namespace(name)); });
  }
  static void on_text(void* self, const char* text, int size) {
    guarded(self,
            [&](XmlHandler& handler) { handler.text({text, static_cast<std::size_t>(size)}); });
  }
  // Workbooks declare no types of documents; entities are declared there, and so are bombs of them.
  static void on_doctype(void* self, const char*, const char*, const char*, int) {
    auto& reader = *static_cast<XmlReader*>(self);
    reader.is_broken_ = true;
    XML_StopParser(reader.parser_.get(), XML_FALSE);
  }

  XmlHandler& handler_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser_;
  std::size_t fed_ = 0;   // bytes
  std::size_t told_ = 0;  // as many were fed when the handler last heard something
  bool is_broken_ = false;
  std::exception_ptr thrown_;
};

}  // namespace

std::optional<std::string_view> XmlFields::find(std::string_view name) const {
  const bool has_namespace = name.find(separator) != std::string_view::npos;
  for (const char** field = all_; *field != nullptr; field += 2) {
    const std::string_view found = field[0];
    if (has_namespace ? found.ends_with(name) : found == name) return field[1];
  }
  return std::nullopt;
}

std::size_t XmlFields::number(std::string_view name, std::size_t otherwise) const {
  const auto text = find(name);
  return text ? number_of<std::size_t>(*text).value_or(otherwise) : otherwise;
}

Status read_xml(const Archive& archive, const std::string& part, XmlHandler& handler) {
  XmlReader reader(handler);
  auto read = archive.read(part, [&](std::string_view bytes) { return reader.take(bytes, false); });
  if (reader.is_broken()) return archive.damaged();
  if (!read) return read;
  if (!handler.is_done()) reader.take({}, true);
  if (reader.is_broken()) return archive.damaged();
  return Done{};
}

}  // namespace overhand::io
