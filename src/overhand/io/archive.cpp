#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zip.h>

#include <array>

#include "overhand/io/archive_internal.h"

namespace overhand::io {
namespace {

// An opened file as libzip reads it, so that progress is told and Ctrl-C heard as for every format.
struct FileSource {
  std::shared_ptr<arrow::io::RandomAccessFile> file;
  zip_int64_t size = 0;
  zip_int64_t position = 0;
  zip_error_t error{};

  zip_int64_t read(void* to, zip_uint64_t count) {
    const auto got = file->ReadAt(position, static_cast<std::int64_t>(count), to);
    if (!got.ok()) {
      zip_error_set(&error, ZIP_ER_READ, 0);
      return -1;
    }
    position += *got;
    return *got;
  }

  zip_int64_t seek(void* data, zip_uint64_t length) {
    const zip_int64_t to = zip_source_seek_compute_offset(
        static_cast<zip_uint64_t>(position), static_cast<zip_uint64_t>(size), data, length, &error);
    if (to < 0) return -1;
    position = to;
    return 0;
  }

  zip_int64_t describe(void* to) const {
    auto* facts = static_cast<zip_stat_t*>(to);
    zip_stat_init(facts);
    facts->valid = ZIP_STAT_SIZE;
    facts->size = static_cast<zip_uint64_t>(size);
    return sizeof(zip_stat_t);
  }
};

zip_int64_t serve(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  auto& source = *static_cast<FileSource*>(state);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      source.position = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return source.read(data, length);
    case ZIP_SOURCE_CLOSE:
      return 0;
    case ZIP_SOURCE_STAT:
      return source.describe(data);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&source.error, data, length);
    case ZIP_SOURCE_FREE:
      delete &source;
      return 0;
    case ZIP_SOURCE_SEEK:
      return source.seek(data, length);
    case ZIP_SOURCE_TELL:
      return source.position;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                            ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                            ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, -1);
    default:
      zip_error_set(&source.error, ZIP_ER_OPNOTSUPP, 0);
      return -1;
  }
}

std::shared_ptr<zip> opened(const Input& input) {
  const auto size = input.file->GetSize();
  if (!size.ok()) return nullptr;
  auto file = std::make_unique<FileSource>();
  file->file = input.file;
  file->size = *size;
  zip_source_t* source = zip_source_function_create(serve, file.get(), nullptr);
  if (source == nullptr) return nullptr;
  [[maybe_unused]] const FileSource* freed_by_zip = file.release();  // by ZIP_SOURCE_FREE
  zip* parts = zip_open_from_source(source, ZIP_RDONLY, nullptr);
  if (parts == nullptr) zip_source_free(source);
  return {parts, [](zip* open) {
            if (open != nullptr) zip_discard(open);
          }};
}

const char* kind_of(const Input& input) {
  return input.format.file == FileFormat::ods ? "an OpenDocument workbook" : "an Excel workbook";
}

}  // namespace

std::size_t memory_for_a_table() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) / 2;
}

Error too_large(const Input& input) {
  return input.error(
      "unpacked it is larger than the memory of this machine bears; save the sheet as CSV.");
}

Error Archive::damaged() const {
  return input_.error(fmt::format("not {}, or a damaged one.", kind_of(input_)));
}

Result<Archive> Archive::open(const Input& input) {
  Archive archive(input, opened(input));
  if (archive.parts_ == nullptr) return archive.damaged();
  return archive;
}

bool Archive::has(const std::string& part) const {
  return zip_name_locate(parts_.get(), part.c_str(), ZIP_FL_NOCASE) >= 0;
}

Status Archive::read(const std::string& part,
                     const std::function<bool(std::string_view)>& take) const {
  zip_stat_t facts;
  if (zip_stat(parts_.get(), part.c_str(), ZIP_FL_NOCASE, &facts) != 0) return damaged();
  if (facts.encryption_method != ZIP_EM_NONE) {
    return input_.error("has a password; save it without one.");
  }
  if (facts.size > memory_for_a_table()) return too_large(input_);
  const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(
      zip_fopen_index(parts_.get(), facts.index, 0), zip_fclose);
  if (file == nullptr) return damaged();
  std::array<char, 1 << 16> piece{};
  zip_uint64_t unpacked = 0;
  while (true) {
    const zip_int64_t count = zip_fread(file.get(), piece.data(), piece.size());
    if (count == 0) break;
    if (count < 0) return damaged();
    unpacked += static_cast<zip_uint64_t>(count);
    if (unpacked > facts.size) return damaged();
    if (!take({piece.data(), static_cast<std::size_t>(count)})) return Done{};
  }
  if (unpacked != facts.size) return damaged();
  return Done{};
}

}  // namespace overhand::io
