#include "bindings/release_said.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "commands/release_folder.h"

namespace overhand::bindings {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_argument(const std::string& sentence) {
  throw Failure({ErrorKind::invalid_option, sentence});
}

void change_ceilings(const Said& said, release::Ceilings& ceilings) {
  const Json changes = said.json().value("ceilings", Json::object());
  if (!changes.is_object()) throw WrongType("ceilings must say a number for each name.");
  for (const auto& [name, value] : changes.items()) {
    if (!value.is_number()) throw WrongType("ceilings must say a number for each name.");
    done_or_fail_as("ceilings", release::set_ceiling(name, value.get<double>(), ceilings));
  }
}

}  // namespace

void done_or_fail_as(const char* name, const Status& status) {
  if (!status) refuse_argument(fmt::format("{}: {}", name, status.error().message));
}

ReleaseArguments release_arguments(const std::string& folder, const Said& said) {
  ReleaseArguments arguments{folder, said.text("ledger"), said.text("accept_risk"),
                             said.text("method", "all")};
  arguments.profile = value_or_fail(
      release::profile_named(said.has("profile") ? said.text("profile") : "research"));
  arguments.seconds = said.number("seconds", arguments.seconds);
  if (folder.empty()) refuse_argument("folder must not be empty.");
  if (!(arguments.seconds > 0)) refuse_argument("seconds must be more than 0.");
  if (arguments.method != "all") method_of(said);  // or the nearest name
  return arguments;
}

release::GateWish wish_of(const Said& said, const ReleaseArguments& arguments,
                          const Structure& structure) {
  using Clock = std::chrono::steady_clock;
  release::GateWish wish = commands::gate_wish(arguments.profile, arguments.method, structure);
  change_ceilings(said, wish.ceilings);
  wish.wish.tuning.max_risk = wish.ceilings.dbrl;
  wish.wish.tuning.max_implausible = wish.ceilings.implausible;
  wish.takes_nearest = !arguments.accepted.empty();
  wish.wish.tuning.time = {arguments.seconds, [began = Clock::now()] {
                             return std::chrono::duration<double>(Clock::now() - began).count();
                           }};
  return wish;
}

void check_release_folder(const ReleaseArguments& arguments, const commands::ReleaseFiles& files) {
  done_or_fail_as("accept_risk", commands::check_reason(arguments.accepted));
  done_or_fail_as("folder", commands::check_no_release(arguments.folder, files));
}

void make_folder(const std::string& path) {
  std::error_code problem;
  fs::create_directories(path, problem);
  if (!problem) return;
  throw Failure({ErrorKind::io, fmt::format("cannot be written: {}.", problem.message()), {path}});
}

}  // namespace overhand::bindings
