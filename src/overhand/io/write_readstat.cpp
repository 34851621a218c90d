#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <readstat.h>

#include <map>
#include <memory>

#include "overhand/io/package_table_internal.h"
#include "overhand/io/write_readstat_internal.h"

namespace overhand::io {
namespace {

using Variables = std::vector<PackageVariable>;

readstat_type_t type_of(const PackageVariable& variable) {
  switch (variable.format[0]) {
    case 'c':
      return READSTAT_TYPE_INT8;
    case 's':
      return READSTAT_TYPE_INT16;
    case 'i':
      return READSTAT_TYPE_INT32;
    case 'f':
      return READSTAT_TYPE_FLOAT;
    case 'u':
      return READSTAT_TYPE_STRING;
    case 'U':
      return READSTAT_TYPE_STRING_REF;
    default:
      return READSTAT_TYPE_DOUBLE;
  }
}

class Writing {
 public:
  Writing(const Variables& variables, arrow::io::OutputStream& sink, const Progress& progress)
      : variables_(variables),
        sink_(sink),
        progress_(progress),
        writer_(readstat_writer_init(), readstat_writer_free) {
    readstat_set_data_writer(
        writer_.get(), [](const void* bytes, std::size_t count, void* self) -> ssize_t {
          auto& writing = *static_cast<Writing*>(self);
          writing.status_ = writing.sink_.Write(bytes, static_cast<std::int64_t>(count));
          // ReadStat takes -1 for more bytes than it gave.
          return writing.status_.ok() ? static_cast<ssize_t>(count) : 0;
        });
    // The same table makes the same file, at any hour.
    constexpr time_t no_hour = 43'200;
    readstat_writer_set_file_timestamp(writer_.get(), no_hour);
  }

  arrow::Status run(const Format& format, std::size_t rows) {
    declare();
    ARROW_RETURN_NOT_OK(done(begin(format, static_cast<long>(rows))));
    ARROW_RETURN_NOT_OK(done(readstat_validate_metadata(writer_.get())));
    for (const auto* handle : handles_) {
      ARROW_RETURN_NOT_OK(done(readstat_validate_variable(writer_.get(), handle)));
    }
    for (std::size_t row = 0; row < rows; ++row) {
      constexpr std::size_t rows_per_look = 4096;
      if (row % rows_per_look == 0) {
        if (progress_.cancelled()) return arrow::Status::Cancelled("");
        progress_.report("writing", row, rows);
      }
      ARROW_RETURN_NOT_OK(done(write_row(row)));
    }
    return done(readstat_end_writing(writer_.get()));
  }

 private:
  readstat_error_t begin(const Format& format, long rows) {
    constexpr std::size_t most_in_118 = 32'767;
    if (format.file == FileFormat::dta) {
      readstat_writer_set_file_format_version(writer_.get(),
                                              variables_.size() > most_in_118 ? 119 : 118);
      return readstat_begin_writing_dta(writer_.get(), this, rows);
    }
    readstat_writer_set_compression(writer_.get(), format.extension == ".zsav"
                                                       ? READSTAT_COMPRESS_BINARY
                                                       : READSTAT_COMPRESS_ROWS);
    return readstat_begin_writing_sav(writer_.get(), this, rows);
  }

  arrow::Status done(readstat_error_t problem) const {
    if (problem == READSTAT_OK) return arrow::Status::OK();
    return status_.ok() ? arrow::Status::UnknownError(readstat_error_message(problem)) : status_;
  }

  readstat_label_set_t* set_of(const PackageVariable& variable) {
    if (variable.values.empty()) return nullptr;
    const auto [at, is_new] = sets_.emplace(variable.set, nullptr);
    if (!is_new) return at->second;
    at->second = readstat_add_label_set(
        writer_.get(), variable.is_text() ? READSTAT_TYPE_STRING : READSTAT_TYPE_DOUBLE,
        variable.set.c_str());
    for (const ValueLabel& value : variable.values) add_label(at->second, value);
    return at->second;
  }

  static void add_label(readstat_label_set_t* set, const ValueLabel& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) {
      return readstat_label_string_value(set, text->c_str(), value.label.c_str());
    }
    const double number = std::get<double>(value.value);
    if (is_missing(number)) {
      readstat_label_tagged_value(set, missing_tag(number), value.label.c_str());
    } else {
      readstat_label_double_value(set, number, value.label.c_str());
    }
  }

  static void add_missing(readstat_variable_t* handle, const DeclaredMissing& declared) {
    const auto* low = std::get_if<double>(&declared.low);
    const auto* high = std::get_if<double>(&declared.high);
    if (low != nullptr && high != nullptr) {
      readstat_variable_add_missing_double_range(handle, *low, *high);
    } else if (low == nullptr && high == nullptr) {
      readstat_variable_add_missing_string_range(handle,
                                                 std::get<std::string>(declared.low).c_str(),
                                                 std::get<std::string>(declared.high).c_str());
    }
  }

  void declare() {
    for (const PackageVariable& variable : variables_) {
      auto* handle = readstat_add_variable(writer_.get(), variable.name.c_str(), type_of(variable),
                                           variable.bytes);
      readstat_variable_set_label(handle, variable.label.c_str());
      readstat_variable_set_format(handle, variable.display.c_str());
      readstat_variable_set_measure(handle, static_cast<readstat_measure_t>(variable.measure));
      // ReadStat does not tell it of SPSS; this is how SPSS has it by itself.
      readstat_variable_set_alignment(
          handle, variable.is_text() ? READSTAT_ALIGNMENT_LEFT : READSTAT_ALIGNMENT_RIGHT);
      if (variable.columns > 0) readstat_variable_set_display_width(handle, variable.columns);
      if (auto* set = set_of(variable)) readstat_variable_set_label_set(handle, set);
      for (const DeclaredMissing& declared : variable.missing) add_missing(handle, declared);
      handles_.push_back(handle);
      declare_texts(variable);
    }
    declare_long_texts();
  }

  // ReadStat takes texts that end in a zero.
  void declare_texts(const PackageVariable& variable) {
    auto& texts = texts_.emplace_back();
    if (!variable.is_text()) return;
    const Dictionary& dictionary = variable.texts.dictionary();
    for (std::size_t code = 0; code < dictionary.size(); ++code)
      texts.emplace_back(dictionary[code]);
  }

  // In the order of the records, as Stata has them.
  void declare_long_texts() {
    references_.resize(variables_.size());
    const std::size_t rows = variables_.empty() ? 0 : row_count(variables_[0]);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t j = 0; j < variables_.size(); ++j) {
        if (variables_[j].format == "U") refer_to(j, variables_[j].texts.codes()[row]);
      }
    }
  }

  void refer_to(std::size_t j, Code code) {
    if (is_missing(code)) return;
    references_[j].resize(texts_[j].size());
    auto& reference = references_[j][static_cast<std::size_t>(code)];
    const std::string& text = texts_[j][static_cast<std::size_t>(code)];
    if (reference == nullptr && !text.empty()) {
      reference = readstat_add_string_ref(writer_.get(), text.c_str());
    }
  }

  static std::size_t row_count(const PackageVariable& variable) {
    return variable.is_text() ? variable.texts.size() : variable.numbers.size();
  }

  readstat_error_t write_row(std::size_t row) {
    if (const auto problem = readstat_begin_row(writer_.get())) return problem;
    for (std::size_t j = 0; j < variables_.size(); ++j) {
      const auto problem = variables_[j].is_text() ? write_text(j, variables_[j].texts.codes()[row])
                                                   : write_number(j, variables_[j].numbers[row]);
      if (problem != READSTAT_OK) return problem;
    }
    return readstat_end_row(writer_.get());
  }

  readstat_error_t write_number(std::size_t j, double value) {
    auto* writer = writer_.get();
    const auto* handle = handles_[j];
    if (const char tag = missing_tag(value)) {
      return readstat_insert_tagged_missing_value(writer, handle, tag);
    }
    if (is_missing(value)) return readstat_insert_missing_value(writer, handle);
    switch (variables_[j].format[0]) {
      case 'c':
        return readstat_insert_int8_value(writer, handle, static_cast<std::int8_t>(value));
      case 's':
        return readstat_insert_int16_value(writer, handle, static_cast<std::int16_t>(value));
      case 'i':
        return readstat_insert_int32_value(writer, handle, static_cast<std::int32_t>(value));
      case 'f':
        return readstat_insert_float_value(writer, handle, static_cast<float>(value));
      default:
        return readstat_insert_double_value(writer, handle, value);
    }
  }

  readstat_error_t write_text(std::size_t j, Code code) {
    auto* writer = writer_.get();
    const auto* handle = handles_[j];
    const bool is_apart = variables_[j].format == "U";
    if (is_missing(code)) {  // a row begins with zeros, which refer to nothing
      return is_apart ? READSTAT_OK : readstat_insert_missing_value(writer, handle);
    }
    const auto level = static_cast<std::size_t>(code);
    if (!is_apart) return readstat_insert_string_value(writer, handle, texts_[j][level].c_str());
    auto* reference = references_[j][level];
    return reference == nullptr ? READSTAT_OK
                                : readstat_insert_string_ref(writer, handle, reference);
  }

  const Variables& variables_;
  arrow::io::OutputStream& sink_;
  const Progress& progress_;
  arrow::Status status_;
  std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer_;
  std::map<std::string, readstat_label_set_t*> sets_;
  std::vector<readstat_variable_t*> handles_;
  std::vector<std::vector<std::string>> texts_;  // of each variable, by code
  std::vector<std::vector<readstat_string_ref_t*>> references_;
};

Package package_of(const Format& format) {
  return format.file == FileFormat::dta ? Package::stata : Package::spss;
}

}  // namespace

bool is_of_package(const Format& format) {
  return format.file == FileFormat::dta || format.file == FileFormat::sav;
}

Status check_for_package(const Table& table, const Format& format) {
  const auto variables = package_variables(table, package_of(format));
  if (!variables) return variables.error();
  return Done{};
}

arrow::Status write_readstat(const Table& table, const Format& format,
                             arrow::io::OutputStream& sink, const Progress& progress) {
  const auto variables = package_variables(table, package_of(format));
  if (!variables) return arrow::Status::Invalid(variables.error().message);
  ARROW_RETURN_NOT_OK(Writing(*variables, sink, progress).run(format, table.row_count()));
  return sink.Close();
}

}  // namespace overhand::io
