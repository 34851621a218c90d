#include "downloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <mutex>

#include "error_words.h"
#include "outcome.h"
#include "overhand/core/text.h"
#include "overhand/report/html.h"
#include "refused.h"
#include "release_files.h"

namespace overhand::web {
namespace {

using report::Audience;

Json result_of(const Job& job) {
  auto result = job.result();
  if (!result) throw Refused{404, "This job has no result."};
  return *std::move(result);
}

bool is_release(const Json& result) { return result.value("release", false); }

// A job that masked nothing has nothing to lock away.
bool needs_reason(const Json& result) {
  const Json& level = result.at("level");
  return result.at("masked") && level != "usable" && level != "care";
}

void check_lock(const Job& job, const Json& result) {
  if (!needs_reason(result) || !job.reason().empty()) return;
  throw Refused{403, "This result is not judged usable: it is given only with a reason."};
}

std::shared_ptr<std::ifstream> opened(const std::string& path) {
  auto file = std::make_shared<std::ifstream>(path, std::ios::binary | std::ios::ate);
  if (!*file) throw Refused{404, "This job has no such file."};
  return file;
}

void send_file(const std::shared_ptr<std::ifstream>& file, const char* type,
               httplib::Response& response) {
  const auto size = static_cast<std::size_t>(file->tellg());
  response.set_content_provider(
      size, type, [file](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        std::array<char, 1 << 16> buffer;
        file->seekg(static_cast<std::streamoff>(offset));
        file->read(buffer.data(), static_cast<std::streamsize>(std::min(length, buffer.size())));
        return file->gcount() > 0 &&
               sink.write(buffer.data(), static_cast<std::size_t>(file->gcount()));
      });
}

void attach(httplib::Response& response, const std::string& name) {
  response.set_header("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
}

constexpr const char* name_of_report(Audience audience) {
  return audience == Audience::internal ? "report-internal.html" : "report.html";
}

// As it was written: the manifest says what it hashes to.
void give_release_report(const Job& job, Audience audience, httplib::Response& response) {
  const auto files = release_files(job.request());
  send_file(opened(audience == Audience::internal ? files.internal_report : files.report),
            "text/html; charset=utf-8", response);
  attach(response, name_of_report(audience));
}

std::string trimmed(const std::string& text) {
  constexpr const char* blank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

// Of UTF-8: bytes that begin a letter.
std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace

std::string accept_risk(Job& job, const Json& body) {
  constexpr std::size_t shortest = 10;
  constexpr std::size_t longest = 2000;
  const Json result = result_of(job);
  const Json given = body.value("reason", Json());
  const std::string reason = given.is_string() ? trimmed(given.get<std::string>()) : "";
  if (letters_in(reason) < shortest || letters_in(reason) > longest) {
    throw Refused{400, fmt::format("Give the reason in {} to {} letters.", shortest, longest)};
  }
  std::string command = result.at("command");
  if (!is_release(result) || !needs_reason(result)) {
    job.set_reason(reason);
    return command;
  }
  static std::mutex one_at_a_time;  // the manifest is that of the reports
  const std::scoped_lock lock(one_at_a_time);
  if (auto done = accept_release(job.request(), reason); !done) {
    throw Refused{500, words_of(done.error(), job.request().table)};
  }
  job.set_reason(reason);
  return fmt::format("{} --accept-risk {}", command, shell_word(reason));
}

void give_masked(const Job& job, httplib::Response& response) {
  const Json result = result_of(job);
  if (!result.at("masked")) throw Refused{404, "This job masked no table."};
  check_lock(job, result);
  send_file(opened(job.request().masked_path()), "application/octet-stream", response);
  attach(response, "masked" + job.request().table.extension);
}

void give_report(const Job& job, Audience audience, httplib::Response& response) {
  const Json result = result_of(job);
  check_lock(job, result);
  if (is_release(result) && result.at("masked"))
    return give_release_report(job, audience, response);
  const auto file = opened(report_path(job.request(), audience));
  file->seekg(0);
  Json report = Json::parse(*file);
  if (const std::string reason = job.reason(); !reason.empty()) {
    report["details"].push_back(
        {{"name", "taken although not judged usable, because"}, {"value", reason}});
  }
  attach(response, name_of_report(audience));
  response.set_content(report::report_html(report), "text/html; charset=utf-8");
}

void give_manifest(const Job& job, httplib::Response& response) {
  const Json result = result_of(job);
  if (!is_release(result)) throw Refused{404, "Only a release has a manifest."};
  check_lock(job, result);
  send_file(opened(release_files(job.request()).manifest), "application/json", response);
  attach(response, "manifest.json");
}

void show_report(const Job& job, httplib::Response& response) {
  result_of(job);
  send_file(opened(report_path(job.request(), Audience::internal)), "application/json", response);
}

}  // namespace overhand::web
