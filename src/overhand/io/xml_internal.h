// XML as it is read: elements and texts one after the other, never a whole document in memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "overhand/io/archive_internal.h"

namespace overhand::io {

// What stands in the opening tag of an element.
class XmlFields {
 public:
  explicit XmlFields(const char** names_and_values) : all_(names_and_values) {}

  // By the name; one of a namespace is named by the end of it: "office:1.0|value-type".
  std::optional<std::string_view> find(std::string_view name) const;

  // The whole number that it holds, or `otherwise`.
  std::size_t number(std::string_view name, std::size_t otherwise) const;

 private:
  const char** all_;
};

// Who is told what a document holds. Names of elements come without their namespace.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void start(std::string_view name, const XmlFields& fields) = 0;
  virtual void text(std::string_view /*piece*/) {}
  virtual void end(std::string_view /*name*/) {}
  virtual bool is_done() const { return false; }  // nothing more is wanted
};

// Reads a part of a workbook. Fails as Archive::read does, and where the part is no XML.
Status read_xml(const Archive& archive, const std::string& part, XmlHandler& handler);

}  // namespace overhand::io
