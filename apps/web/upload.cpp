#include "upload.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "error_words.h"
#include "overhand/io/format.h"
#include "overhand/io/guessed_encoding.h"
#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/simulation/people.h"
#include "overhand/table/column_words.h"
#include "reading.h"
#include "refused.h"

namespace overhand::web {
namespace {

constexpr int unprocessable = 422;
constexpr int too_large = 413;

Refused beyond(std::size_t limit) {
  return {too_large,
          fmt::format("The file is larger than {} MB; start overhand serve with a larger "
                      "--max-upload.",
                      limit >> 20)};
}

// "%C3%A4" as the byte pair it stands for: headers are ASCII.
std::string percent_decoded(const std::string& text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* digits = text.data() + i + 1;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    decoded += is_escape ? static_cast<char>(byte) : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

// A name to show, never a path to use.
std::string shown_name(const httplib::Request& request) {
  std::string name = percent_decoded(request.get_header_value("X-Filename"));
  name = std::filesystem::path(name).filename().string();
  std::erase_if(name, [](unsigned char c) { return c < ' ' || c == 0x7f; });
  constexpr std::size_t longest = 200;
  return name.size() <= longest ? name : name.substr(name.size() - longest);
}

bool announces_more_than(const httplib::Request& request, std::size_t limit) {
  return request.get_header_value<std::uint64_t>("Content-Length") > limit;
}

// Gives every part of the body to `take`, which says whether it could be taken. Throws Refused on a
// body beyond `limit` bytes and on one that breaks off.
void receive(const httplib::Request& request, const httplib::ContentReader& read, std::size_t limit,
             const Refused& too_long, const httplib::ContentReceiver& take) {
  std::size_t size = 0;
  bool is_taken = true;
  const bool is_whole = read([&](const char* data, std::size_t length) {
    size += length;
    if (size <= limit) is_taken = take(data, length);
    return size <= limit && is_taken;
  });
  if (size > limit || announces_more_than(request, limit)) throw too_long;
  if (!is_whole && is_taken) {
    throw Refused{400, "The upload broke off before its end; send it again."};
  }
}

void store(const httplib::Request& request, const httplib::ContentReader& read,
           const std::string& path, std::size_t limit) {
  std::ofstream file(path, std::ios::binary);
  receive(request, read, limit, beyond(limit), [&](const char* data, std::size_t length) {
    return file.write(data, static_cast<std::streamsize>(length)).good();
  });
  file.close();
  if (!file.good()) throw Refused{507, "There is no room on the disk for this file."};
}

// What of the file was left out or guessed, and what holds in it, in sentences.
Json notes_on(const io::TableInFile& read, const inspection::Inspection& inspection,
              const io::ReadOptions& reading) {
  Json notes = Json::array();
  for (std::string note : read.notes) {
    note.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(note.front())));
    notes.push_back(note);
  }
  if (const auto column = io::column_of_guessed_letters(read.table, read.layout, reading)) {
    notes.push_back(
        fmt::format("The text is not UTF-8 and was taken for Windows-1252, as in {}; if the "
                    "letters there come out wrong, save it as UTF-8.",
                    in_words(*column)));
  }
  for (const std::string& formula : inspection.identities) {
    notes.push_back(fmt::format("{} in every record.", formula));
  }
  return notes;
}

// A file that cannot be read stays, so that it can be read in another way.
Json opened(Session& session, OpenTable place, const Progress& stop) {
  auto read = io::read_all_columns(place.path, place.reading, stop);
  auto inspection = read ? inspection::inspect(read->table, read->unreadable, stop)
                         : Result<inspection::Inspection>(read.error());
  place.columns = inspection ? column_names(read->table) : std::vector<std::string>();
  if (inspection) place.inspection = std::make_shared<inspection::Inspection>(*inspection);
  session.open(place);
  if (!inspection) {
    throw Refused{unprocessable,
                  words_of(inspection.error(), place),
                  {{"filename", place.filename},
                   {"kind", kind_of(io::format_of(place.path)->file)},
                   {"reading", reading_json(place.reading)},
                   {"choices", choices_json(inspection.error())}}};
  }
  Json facts = table_facts(read->table, *inspection, place.filename);
  facts["reading"] = reading_json(place.reading);
  facts["layout"] = layout_json(read->layout);
  facts["notes"] = notes_on(*read, *inspection, place.reading);
  return facts;
}

}  // namespace

std::string body_text(const httplib::Request& request, const httplib::ContentReader& read,
                      std::size_t limit) {
  std::string body;
  receive(request, read, limit, {too_large, "The request is too long."},
          [&](const char* data, std::size_t length) {
            body.append(data, length);
            return true;
          });
  return body;
}

Json open_upload(Session& session, const httplib::Request& request,
                 const httplib::ContentReader& read, std::size_t limit, const Progress& stop) {
  auto place = session.place_for(shown_name(request));
  if (!place) {
    read([](const char*, std::size_t) { return true; });  // an answer is heard after the sending
    throw Refused{unprocessable, sentence_of(place.error())};
  }
  try {
    store(request, read, place->path, limit);
  } catch (const Refused&) {
    std::filesystem::remove(place->path);
    throw;
  }
  return opened(session, *place, stop);
}

Json open_again(Session& session, const Json& body, const Progress& stop) {
  auto place = session.table();
  if (!place) throw Refused{409, "Open a table first."};
  auto reading = reading_of(body);
  if (!reading) throw Refused{400, sentence_of(reading.error())};
  place->reading = *std::move(reading);
  return opened(session, *std::move(place), stop);
}

Json open_sample(Session& session) {
  constexpr std::size_t rows = 1000;
  const auto place = session.place_for("hospital.csv");
  const Table hospital = simulation::hospital(rows, random::key_from_seed(1));
  if (auto written = io::write_table(hospital, place->path); !written) {
    throw Refused{507, words_of(written.error(), *place)};
  }
  return opened(session, *place, {});
}

}  // namespace overhand::web
