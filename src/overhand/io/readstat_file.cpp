#include <fmt/format.h>
#include <readstat.h>

#include <algorithm>
#include <memory>

#include "overhand/core/text.h"
#include "overhand/io/encoding_internal.h"
#include "overhand/io/readstat_file_internal.h"
#include "overhand/io/readstat_source_internal.h"

namespace overhand::io {
namespace {

const char* name_of(FileFormat format) {
  if (format == FileFormat::dta) return "Stata";
  return format == FileFormat::sav ? "SPSS" : "SAS";
}

Error damaged(const Input& input) {
  return input.error(
      fmt::format("not a file of {}, or a damaged one.", name_of(input.format.file)));
}

Package package_of(FileFormat format) {
  if (format == FileFormat::dta) return Package::stata;
  return format == FileFormat::sav ? Package::spss : Package::sas;
}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

// One pass over the file. What is thrown in a handler must not go through ReadStat, which is C.
class Parsing {
 public:
  Parsing(const Input& input, const ReadOptions& options)
      : input_(input), source_(*input.file), parser_(readstat_parser_init(), readstat_parser_free) {
    source_.serve(parser_.get());
    readstat_set_error_handler(parser_.get(), [](const char*, void*) {});
    if (options.encoding == Encoding::utf8) {
      readstat_set_file_character_encoding(parser_.get(), "UTF-8");
    } else if (options.encoding == Encoding::windows1252) {
      readstat_set_file_character_encoding(parser_.get(), "WINDOWS-1252");
    }
  }

  readstat_parser_t* parser() { return parser_.get(); }
  std::string_view last_read() const { return source_.last(); }

  // What a handler gives to ReadStat.
  template <class Handle>
  int handled(Handle handle) noexcept {
    try {
      return handle();
    } catch (const std::exception&) {
      is_too_large_ = true;
      return READSTAT_HANDLER_ABORT;
    }
  }

  // A text of the file; it ends the pass when it is not in UTF-8.
  std::string text(const char* text) {
    std::string copy = text_of(text);
    if (!is_utf8(copy)) is_misspelt_ = true;
    return copy;
  }

  Status run(void* handlers) {
    const auto parse = input_.format.file == FileFormat::dta   ? readstat_parse_dta
                       : input_.format.file == FileFormat::sav ? readstat_parse_sav
                                                               : readstat_parse_sas7bdat;
    const readstat_error_t problem = parse(parser_.get(), "", handlers);
    if (is_misspelt_) return misspelt();
    if (problem == READSTAT_OK) return Done{};
    return error_of(problem);
  }

 private:
  Error misspelt() const {
    return input_.error(
        "a text in it is not in the encoding that the file names; say in which it is.");
  }

  Error error_of(readstat_error_t problem) const {
    switch (problem) {
      case READSTAT_ERROR_CONVERT:
      case READSTAT_ERROR_CONVERT_BAD_STRING:
      case READSTAT_ERROR_UNSUPPORTED_CHARSET:
        return misspelt();
      case READSTAT_ERROR_MALLOC:
        return input_.error("too large for the memory, or damaged.");
      default:
        break;
    }
    if (is_too_large_) return input_.error("too large for the memory, or damaged.");
    return damaged(input_);
  }

  const Input& input_;
  StatSource source_;
  std::unique_ptr<readstat_parser_t, void (*)(readstat_parser_t*)> parser_;
  bool is_too_large_ = false;
  bool is_misspelt_ = false;
};

double number_of(const readstat_value_t& value) {
  if (readstat_value_is_tagged_missing(value)) return tagged_missing(readstat_value_tag(value));
  if (readstat_value_is_system_missing(value)) return missing_real;
  if (readstat_value_type(value) == READSTAT_TYPE_FLOAT) {  // 0.1 of a single is 0.1
    const std::string text = fmt::format("{}", readstat_float_value(value));
    return overhand::number_of<double>(text).value_or(readstat_float_value(value));
  }
  const double number = readstat_double_value(value);
  return is_missing(number) ? missing_real : number;
}

std::string format_of(const readstat_variable_t* variable) {
  switch (readstat_variable_get_type(variable)) {
    case READSTAT_TYPE_INT8:
      return "c";
    case READSTAT_TYPE_INT16:
      return "s";
    case READSTAT_TYPE_INT32:
      return "i";
    case READSTAT_TYPE_FLOAT:
      return "f";
    case READSTAT_TYPE_DOUBLE:
      return "g";
    case READSTAT_TYPE_STRING:
    case READSTAT_TYPE_STRING_REF:
      break;
  }
  return "u";
}

class Description {
 public:
  Description(const Input& input, const ReadOptions& options) : parsing_(input, options) {
    file_.package = package_of(input.format.file);
  }

  Result<StatFile> read() {
    readstat_set_variable_handler(
        parsing_.parser(), [](int, readstat_variable_t* variable, const char* set, void* self) {
          auto& description = *static_cast<Description*>(self);
          return description.parsing_.handled([&] { return description.add(variable, set); });
        });
    readstat_set_value_label_handler(parsing_.parser(), [](const char* set, readstat_value_t value,
                                                           const char* label, void* self) {
      auto& description = *static_cast<Description*>(self);
      return description.parsing_.handled([&] { return description.add(set, value, label); });
    });
    if (auto ran = parsing_.run(this); !ran) return ran.error();
    return std::move(file_);
  }

 private:
  LabelledValue labelled(const readstat_value_t& value) {
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_NUMERIC) return number_of(value);
    return parsing_.text(readstat_string_value(value));
  }

  int add(const char* set, const readstat_value_t& value, const char* label) {
    file_.label_sets[parsing_.text(set)].push_back({labelled(value), parsing_.text(label)});
    return READSTAT_HANDLER_OK;
  }

  int add(readstat_variable_t* variable, const char* set) {
    StatVariable told;
    told.name = text_of(readstat_variable_get_name(variable));
    told.format = format_of(variable);
    told.labels = labels_of(variable);
    told.labels.set = parsing_.text(set);
    std::size_t width = readstat_variable_get_storage_width(variable);
    if (file_.package == Package::stata && told.is_text()) {
      constexpr std::size_t reference = 8;  // to a text of any length
      if (width == 0) told.format = "U";
      told.labels.bytes = width == 0 ? 0 : width - 1;  // ReadStat counts a zero at the end
      width = width == 0 ? reference : told.labels.bytes;
    }
    if (file_.package == Package::spss && told.is_text()) {  // "A20"
      const auto bytes = std::string_view(told.labels.display).substr(1);
      told.labels.bytes = overhand::number_of<std::size_t>(bytes).value_or(0);
    }
    told.offset = file_.record_size;
    file_.record_size += width;
    file_.variables.push_back(std::move(told));
    return READSTAT_HANDLER_OK;
  }

  Labels labels_of(const readstat_variable_t* variable) {
    Labels labels;
    labels.package = file_.package;
    labels.variable = parsing_.text(readstat_variable_get_label(variable));
    labels.display = text_of(readstat_variable_get_format(variable));
    labels.measure = static_cast<Measure>(readstat_variable_get_measure(variable));
    labels.columns = readstat_variable_get_display_width(variable);
    for (int i = 0; i < readstat_variable_get_missing_ranges_count(variable); ++i) {
      labels.missing.push_back({labelled(readstat_variable_get_missing_range_lo(variable, i)),
                                labelled(readstat_variable_get_missing_range_hi(variable, i))});
    }
    return labels;
  }

  Parsing parsing_;
  StatFile file_;
};

// Collects the cells of the wanted variables.
class Rows {
 public:
  Rows(const Input& input, const ReadOptions& options, const StatFile& file,
       const std::vector<Wanted>& wanted)
      : input_(input), file_(file), parsing_(input, options), places_(file.variables.size(), none) {
    for (std::size_t i = 0; i < wanted.size(); ++i) places_[wanted[i].position] = i;
    numbers_.resize(wanted.size());
    texts_.resize(wanted.size());
  }

  Result<StatRows> read() {
    readstat_set_variable_handler(
        parsing_.parser(), [](int index, readstat_variable_t*, const char*, void* self) -> int {
          return static_cast<Rows*>(self)->is_wanted(index) ? READSTAT_HANDLER_OK
                                                            : READSTAT_HANDLER_SKIP_VARIABLE;
        });
    readstat_set_value_handler(parsing_.parser(), [](int row, readstat_variable_t* variable,
                                                     readstat_value_t value, void* self) {
      auto& rows = *static_cast<Rows*>(self);
      return rows.parsing_.handled([&] { return rows.add(row, variable, value); });
    });
    if (auto ran = parsing_.run(this); !ran) return ran.error();
    return finished();
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool is_wanted(int index) const {
    const auto position = static_cast<std::size_t>(index);
    return position < places_.size() && places_[position] != none;
  }

  int add(int row, const readstat_variable_t* variable, const readstat_value_t& value) {
    const int index = readstat_variable_get_index(variable);
    if (!is_wanted(index)) return READSTAT_HANDLER_OK;
    count_ = std::max(count_, static_cast<std::size_t>(row) + 1);
    const StatVariable& told = file_.variables[static_cast<std::size_t>(index)];
    const std::size_t place = places_[static_cast<std::size_t>(index)];
    if (!told.is_text()) {
      numbers_[place].push_back(number_of(value));
      return READSTAT_HANDLER_OK;
    }
    const auto text = text_in(told, value);
    if (!text) return READSTAT_HANDLER_ABORT;
    texts_[place].append(text->empty() ? std::nullopt : std::optional<std::string_view>(*text));
    return READSTAT_HANDLER_OK;
  }

  // None where it refers to a text that is not there.
  std::optional<std::string> text_in(const StatVariable& told, const readstat_value_t& value) {
    constexpr std::size_t reference = 8;
    const std::string_view record = parsing_.last_read();
    if (told.format == "U" && file_.long_texts.are_here() && record.size() == file_.record_size) {
      const auto text = file_.long_texts.at(record.substr(told.offset, reference));
      if (!text) return std::nullopt;
      return parsing_.text(std::string(*text).c_str());
    }
    if (told.format == "U" && file_.long_texts.are_in_windows1252()) {
      return in_utf8(text_of(readstat_string_value(value)));
    }
    std::string text = parsing_.text(readstat_string_value(value));
    return text.append(blanks_after(told), ' ');
  }

  // Software that writes UTF-8 there is not rare.
  static std::optional<std::string> in_utf8(const std::string& text) {
    std::string decoded;
    if (is_utf8(text)) return text;
    if (!decode(text, Encoding::windows1252, decoded)) return std::nullopt;
    return decoded;
  }

  // ReadStat takes the blanks at the end of a text for padding, which they are not in Stata. There
  // they stand in the record that it asked for last.
  std::size_t blanks_after(const StatVariable& told) const {
    if (file_.package != Package::stata || told.labels.bytes == 0) return 0;
    const std::string_view record = parsing_.last_read();
    if (record.size() != file_.record_size) return 0;
    std::string_view text = record.substr(told.offset, told.labels.bytes);
    text = text.substr(0, text.find('\0'));
    return text.size() - (text.find_last_not_of(' ') + 1);
  }

  Result<StatRows> finished() {
    StatRows rows{count_, std::vector<StatCells>(numbers_.size())};
    for (std::size_t j = 0; j < places_.size(); ++j) {
      const std::size_t place = places_[j];
      if (place == none) continue;
      StatCells& cells = rows.cells[place];
      cells.numbers = std::move(numbers_[place]);
      cells.texts = std::move(texts_[place]).finish();
      const std::size_t size =
          file_.variables[j].is_text() ? cells.texts.size() : cells.numbers.size();
      if (size != count_) {
        return input_.error("its columns differ in length, so the file is damaged.");
      }
    }
    return rows;
  }

  const Input& input_;
  const StatFile& file_;
  Parsing parsing_;
  std::vector<std::size_t> places_;  // of each variable among the wanted ones
  std::vector<Reals> numbers_;
  std::vector<TextsBuilder> texts_;
  std::size_t count_ = 0;
};

}  // namespace

Result<StatFile> read_stat_file(const Input& input, const ReadOptions& options) {
  auto described = Description(input, options).read();
  if (!described || input.format.file != FileFormat::dta) return described;
  auto texts = StataTexts::read(*input.file);
  if (!texts) return damaged(input);
  described->long_texts = *std::move(texts);
  return described;
}

Result<StatRows> read_stat_rows(const Input& input, const ReadOptions& options,
                                const StatFile& file, const std::vector<Wanted>& wanted) {
  return Rows(input, options, file, wanted).read();
}

}  // namespace overhand::io
