#include "command_line.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <set>

#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/io/format.h"
#include "overhand/io/key_file.h"
#include "overhand/io/matrix_file.h"
#include "overhand/io/whole_file.h"
#include "overhand/report/html.h"
#include "standard_streams.h"

namespace overhand::cli {
namespace {

// "--min_bin,--min-bin": on the command line _ and - are the same.
std::string flags_of(const std::string& name) {
  std::string dashed = name;
  std::ranges::replace(dashed, '_', '-');
  return dashed == name ? "--" + name : fmt::format("--{},--{}", dashed, name);
}

struct NamedOption {
  std::string name;
  std::vector<std::string> methods;  // with their defaults
  // What it is, and the methods to which it is that.
  std::vector<std::pair<std::string, std::vector<std::string>>> meanings;
};

// Options of the same name are one flag; its help says which methods have it.
std::vector<NamedOption> options_of_all_methods() {
  std::vector<NamedOption> all;
  for (const auto& method : masking::methods()) {
    for (const auto& option : method.options) {
      auto found = std::ranges::find(all, option.name, &NamedOption::name);
      if (found == all.end()) found = all.insert(all.end(), {option.name, {}, {}});
      found->methods.push_back(
          fmt::format("{} {}", method.name, masking::text_of(option.default_value)));
      auto& meanings = found->meanings;
      auto meaning =
          std::ranges::find(meanings, option.help, [](const auto& m) { return m.first; });
      if (meaning == meanings.end()) meaning = meanings.insert(meanings.end(), {option.help, {}});
      meaning->second.push_back(method.name);
    }
  }
  return all;
}

// "records in a group, at least", or what it is to each method; to one it may be something more.
std::string help_of(const NamedOption& option) {
  const std::string& first = option.meanings.front().first;
  const bool all_begin_so = std::ranges::all_of(
      option.meanings, [&](const auto& meaning) { return meaning.first.starts_with(first); });
  std::vector<std::string> parts;
  for (const auto& [help, methods] : option.meanings) {
    if (all_begin_so && help == first) {
      parts.push_back(first);
    } else {
      parts.push_back(fmt::format("{}: {}", fmt::join(methods, ", "),
                                  all_begin_so ? help.substr(first.size() + 2) : help));
    }
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

constexpr std::string_view page_extension = ".html";

void write_text(const std::string& text, const std::string& path,
                io::WholeFile::Access access = io::WholeFile::Access::shared) {
  done_or_fail(io::write_file(path, text, access, terminal_progress()));
}

// Charts are named after columns, and those may have any name.
std::string name_of_chart(const std::string& id, std::set<std::string>& taken) {
  constexpr std::size_t longest = 100;
  std::string name = shortened(printable(id), longest, "");
  std::ranges::replace_if(name, [](char c) { return c == '/' || c == '\\'; }, '_');
  std::string free_name = name;
  for (int i = 2; !taken.insert(free_name).second; ++i) free_name = fmt::format("{}-{}", name, i);
  return free_name;
}

// What each of the three lists does to the table at hand.
struct ColumnHelp {
  const char* columns;
  const char* drop;
  const char* keep;
};

void add_column_lists(CLI::App& command, ColumnChoice& choice, const ColumnHelp& help) {
  const auto add = [&](const char* flag, std::vector<std::string>& names, const char* words) {
    take_empty(command.add_option(flag, names, words))->allow_extra_args(false)->type_name("A,B");
  };
  add("--columns", choice.mask, help.columns);
  add("--drop", choice.drop, help.drop);
  add("--keep", choice.keep, help.keep);
}

}  // namespace

void write_json(const Json& json, const std::string& path) {
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (!io::is_standard_stream(path)) return write_text(text, path);
  std::cout << text;
  if (deliver_standard_output() != Delivery::failed) return;
  throw Failure({ErrorKind::io,
                 fmt::format("cannot be written: {}.", std::strerror(errno)),
                 {"standard output"}});
}

void make_folder(const std::string& path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (!problem) return;
  throw Failure({ErrorKind::io, fmt::format("cannot be written: {}.", problem.message()), {path}});
}

void check_private(const std::string& why, const std::string& path) {
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  const bool is_device = std::filesystem::exists(status) &&
                         !std::filesystem::is_regular_file(status) &&
                         !std::filesystem::is_directory(status) &&
                         std::filesystem::canonical(path, problem) != "/dev/null";
  if (!io::is_standard_stream(path) && !is_device) return;
  throw Failure({ErrorKind::invalid_option,
                 why + ", so they go to a file that only you can read, not to standard output."});
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string internal_report_name(const std::string& path) {
  return path.substr(0, path.rfind(page_extension)) + "-internal.html";
}

void plan_report(io::FilePlan& plan, const std::string& path) {
  if (path.empty()) return;
  if (!path.ends_with(page_extension)) {
    throw Failure({ErrorKind::invalid_option,
                   "--report writes two pages, F.html and F-internal.html; its name must end in "
                   ".html.",
                   {path}});
  }
  plan.writes("--report", path).writes("--report", internal_report_name(path));
}

namespace {

std::string dated_page(Json report) {
  const std::string now = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
  report["details"].push_back({{"name", "date"}, {"value", now}});
  return report::report_html(report);
}

}  // namespace

void write_internal_page(const Json& report, const std::string& path) {
  write_text(dated_page(report), path, io::WholeFile::Access::owner_only);
}

std::vector<std::string> write_report(const report::Subject& subject, const std::string& path) {
  const auto report = [&](report::Audience audience) {
    return value_or_fail(report::report_json(subject, audience, terminal_progress()));
  };
  write_text(dated_page(report(report::Audience::external)), path);
  write_internal_page(report(report::Audience::internal), internal_report_name(path));
  return {path, internal_report_name(path)};
}

void write_charts(const report::Subject& subject, const std::string& folder) {
  make_folder(folder);
  const Json report =
      value_or_fail(report::report_json(subject, report::Audience::external, terminal_progress()));
  std::set<std::string> taken;
  for (const Json& section : report["sections"]) {
    for (const Json& chart : section["figures"]) {
      if (chart["spec"].is_null()) continue;  // a table alone
      const std::string name = name_of_chart(chart["id"].get<std::string>(), taken);
      write_json(chart["spec"], fmt::format("{}/{}.vl.json", folder, name));
    }
  }
}

void KeyArguments::add_to(CLI::App& command) {
  auto* key_file = command.add_option("--key-file,--key_file", file,
                                      "32 secret bytes in a file that only you can read");
  auto* seed_option =
      command.add_option("--seed", seed, "a number instead of a key: for experiments only");
  key_file->type_name("FILE")->excludes(seed_option);
  seed_option->type_name("N")->transform(seed_number());
}

random::Key KeyArguments::key() const {
  if (!file.empty()) return value_or_fail(io::read_key_file(file));
  if (!seed) return value_or_fail(random::fresh_key());
  std::cerr << "overhand: --seed is for experiments: who guesses the seed undoes the masking. "
               "The result must not be released.\n";
  return random::key_from_seed(*seed);
}

std::string KeyArguments::origin() const {
  if (!file.empty()) return "key file";
  return seed ? "seed" : "operating system";
}

void MethodArguments::add_to(CLI::App& command) {
  std::vector<std::string> names;
  for (const auto& entry : masking::methods()) names.push_back(entry.name);
  command.add_option("--method", method, fmt::format("one of {}", fmt::join(names, ", ")))
      ->capture_default_str()
      ->type_name("NAME");
  for (const auto& option : options_of_all_methods()) {
    const CLI::callback_t take = [this, name = option.name](const CLI::results_t& given) {
      texts[name] = given.back();
      return true;
    };
    take_empty(command.add_option(flags_of(option.name), take, help_of(option)))
        ->group(fmt::format("Options of the methods (with their defaults)"))
        ->type_name(fmt::format("VALUE [{}]", fmt::join(option.methods, ", ")));
  }
  command.add_flag("--shuffle-rows,--shuffle_rows", shuffle_rows,
                   "put the rows in random order (methods that keep the order)");
}

const masking::Method& MethodArguments::chosen() const {
  return *value_or_fail(masking::find_method(method));
}

masking::MaskOptions MethodArguments::options() const {
  masking::MaskOptions options{.shuffle_rows = shuffle_rows};
  const masking::Method& entry = chosen();
  for (const auto& [name, text] : texts) {
    const auto found = std::ranges::find(entry.options, name, &masking::Option::name);
    if (found == entry.options.end()) throw Failure(unknown_option(entry, name));
    auto value = value_or_fail(masking::parse_option(*found, text));
    if (auto* list = std::get_if<masking::MatrixList>(&value)) {
      list->matrices = value_or_fail(io::read_matrices(list->typed));
    }
    options.values[name] = std::move(value);
  }
  return options;
}

void add_evaluated_columns(CLI::App& command, ColumnChoice& choice) {
  add_column_lists(command, choice,
                   {"these were masked; do not look at the others, but for --keep",
                    "do not look at these columns",
                    "these columns went out as they were: the intruder knows them"});
}

void add_column_choice(CLI::App& command, ColumnChoice& choice) {
  add_column_lists(
      command, choice,
      {"mask these; leave out the others, unless --keep names them", "leave these columns out",
       "let these columns go out as they are, with each record's source"});
  command.add_flag("--keep-identifiers,--keep_identifiers", choice.keep_identifiers,
                   "let kept columns have nearly as many values as there are records");
}

}  // namespace overhand::cli
