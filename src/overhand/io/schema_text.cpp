#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/io/schema_coarsening_internal.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/schema_words_internal.h"

namespace overhand::io {
std::string quoted(std::string_view text) {
  std::string written = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      written += std::string("\\") + c;
    else if (byte < 0x20 || byte == 0x7F)
      written += fmt::format("\\u{:04X}", byte);
    else
      written += c;
  }
  return written + "\"";
}

namespace {

std::string key_of(const std::string& name) {
  const bool is_bare = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return is_bare ? name : quoted(name);
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) parts.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

// Lines of the width that people read, each behind a #.
std::string comment(std::string_view text) {
  constexpr std::size_t width = 98;
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::string_view rest = line;
    do {
      std::size_t end = rest.size() <= width ? rest.size() : rest.rfind(' ', width);
      if (end == std::string_view::npos || end == 0) end = rest.size();
      lines += fmt::format("#{}{}\n", end == 0 ? "" : " ", printable(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    } while (!rest.empty());
  }
  return lines;
}

std::string line_of(const char* key, const std::vector<std::string>& texts) {
  return texts.empty() ? "" : fmt::format("{} = {}\n", key, list_of(texts));
}

std::string line_of(const char* key, const std::string& text) {
  return text.empty() ? "" : fmt::format("{} = {}\n", key, quoted(text));
}

std::string importance_line(const Structure& structure) {
  if (structure.importance.empty()) return "";
  std::vector<std::string> parts;
  for (const auto& [name, cost] : structure.importance) {
    parts.push_back(fmt::format("{} = {}", key_of(name), cost));
  }
  return fmt::format("importance = {{ {} }}\n", fmt::join(parts, ", "));
}

std::string column_text(const ColumnPlan& plan, const std::string& why) {
  std::string text = fmt::format("\n[columns.{}]\n{}", key_of(plan.name), comment(why));
  if (plan.type) text += line_of("type", name_of(*plan.type));
  if (plan.role) text += line_of("role", name_of(*plan.role));
  return text + line_of("ordered", plan.levels) + line_of("missing", plan.missing) +
         coarsening_text(plan.coarsening);
}

}  // namespace

std::string schema_text(const Schema& schema, const SchemaComments& comments) {
  std::string text =
      comment(comments.heading) + line_of("missing", schema.missing) +
      line_of("derive", schema.structure.derive) + line_of("rules", schema.structure.rules) +
      line_of("within", schema.structure.within) + line_of("weight", schema.structure.weight) +
      line_of("unit", schema.structure.unit) + line_of("order", schema.structure.order) +
      line_of("keys", schema.structure.keys);
  if (schema.structure.k > 0) text += fmt::format("k = {}\n", schema.structure.k);
  if (schema.structure.alike) text += "alike = true\n";
  text += importance_line(schema.structure);
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    text += column_text(schema.columns[i],
                        i < comments.columns.size() ? comments.columns[i] : std::string());
  }
  return text;
}

}  // namespace overhand::io
