#include "web/jobs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <latch>

namespace overhand::web {
namespace {

using namespace std::chrono_literals;

namespace fs = std::filesystem;

// A folder for the jobs of one test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "overhand-test-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Each request with a place of its own: every test counts its jobs from 1.
JobRequest request(const std::string& kind) {
  static const Folder folder;
  static int places = 0;
  const fs::path place = folder.path() / std::to_string(++places);
  fs::create_directory(place);
  return {0, kind, Json::object(), {"/private/table-1.csv", "people.csv", ".csv"}, place, {}};
}

Json last_event(const Job& job) {
  std::size_t seen = 0;
  while (true) {
    const auto event = job.next_event(seen, 1s);
    if (!event) continue;
    if (event->is_last) return event->data;
    seen = event->version;
  }
}

Result<Json> until_cancelled(const JobRequest&, const Progress& progress) {
  while (!progress.cancelled()) std::this_thread::yield();
  return cancelled_error();
}

TEST(Jobs, GivesTheResultOfItsAction) {
  Jobs jobs;
  const auto id = jobs.start(
      request("mask"), [](const JobRequest& job, const Progress&) { return Result<Json>(job.id); });
  const auto job = jobs.find(*id);
  EXPECT_EQ(last_event(*job), Json({{"result", *id}}));
  EXPECT_EQ(job->result(), Json(*id));
}

TEST(Jobs, ShowsProgressAndWhatWasFoundSoFar) {
  Jobs jobs;
  std::latch seen(1);
  const auto id = jobs.start(request("tune"), [&](const JobRequest& job, const Progress& progress) {
    progress.report("Trying", 3, 12);
    job.show_partial({{"sentence", "best so far"}});
    seen.wait();
    return Result<Json>(Json::object());
  });
  std::optional<Job::Event> event;
  for (std::size_t version = 0; !event || !event->data.contains("partial");) {
    event = jobs.find(*id)->next_event(version, 10s);
    ASSERT_TRUE(event);
    version = event->version;
  }
  EXPECT_EQ(event->data["stage"], "Trying");
  EXPECT_EQ(event->data["done"], 3);
  EXPECT_EQ(event->data["total"], 12);
  EXPECT_TRUE(event->data["seconds_left"].is_number());
  EXPECT_EQ(event->data["partial"]["sentence"], "best so far");
  seen.count_down();
}

TEST(Jobs, CancelEndsTheWork) {
  Jobs jobs;
  const auto job = jobs.find(*jobs.start(request("mask"), until_cancelled));
  job->cancel();
  EXPECT_EQ(last_event(*job), Json({{"error", "Stopped before the end."}}));
  EXPECT_FALSE(job->result());
}

TEST(Jobs, CancelKeepsWhatWasFound) {
  Jobs jobs;
  const auto id = jobs.start(request("tune"), [](const JobRequest& job, const Progress& progress) {
    job.show_partial({{"sentence", "best so far"}});
    return until_cancelled(job, progress);
  });
  const auto job = jobs.find(*id);
  while (!job->next_event(1, 1s)) continue;
  job->cancel();
  EXPECT_EQ(last_event(*job)["error"], "Stopped before the end.");
  EXPECT_EQ(last_event(*job)["partial"]["sentence"], "best so far");
}

TEST(Jobs, KeepsTheLastFewWithTheirFolders) {
  Jobs jobs;
  const auto quick = [](const JobRequest&, const Progress&) {
    return Result<Json>(Json::object());
  };
  std::vector<std::size_t> ids;
  std::vector<std::string> folders;
  const auto long_job = jobs.start(request("compare"), until_cancelled);
  for (std::size_t i = 0; i < Jobs::most_kept + 2; ++i) {
    ids.push_back(*jobs.start(request("mask"), quick));
    const auto job = jobs.find(ids.back());
    last_event(*job);
    folders.push_back(job->request().folder);
  }
  EXPECT_TRUE(jobs.find(*long_job)) << "a job at work stays";
  EXPECT_FALSE(jobs.find(ids.front()));
  EXPECT_TRUE(jobs.has_been(ids.front()));
  EXPECT_FALSE(fs::exists(folders.front()));
  EXPECT_TRUE(jobs.find(ids.back()));
  EXPECT_TRUE(fs::exists(folders.back()));
  EXPECT_FALSE(jobs.has_been(ids.back() + 1));
}

TEST(Jobs, OneOfAKindAtATime) {
  Jobs jobs;
  const auto first = jobs.start(request("mask"), until_cancelled);
  const auto second = jobs.start(request("mask"), until_cancelled);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "'mask' is still at work; wait for it or cancel it.");
  EXPECT_TRUE(jobs.start(request("tune"), until_cancelled));
  jobs.find(*first)->cancel();
  last_event(*jobs.find(*first));
  EXPECT_TRUE(jobs.start(request("mask"), until_cancelled));
}

TEST(Jobs, ErrorsNameThePersonsFileAndMistakesOfOursShowNothing) {
  Jobs jobs;
  const auto wrong = jobs.start(request("mask"), [](const JobRequest& job, const Progress&) {
    return Result<Json>(Error{ErrorKind::invalid_data, "wrong.", {job.table.path}});
  });
  EXPECT_EQ(last_event(*jobs.find(*wrong))["error"], "people.csv: wrong.");
  const auto broken =
      jobs.start(request("tune"), [](const JobRequest&, const Progress&) -> Result<Json> {
        throw std::runtime_error("a cell's value");
      });
  EXPECT_EQ(last_event(*jobs.find(*broken))["error"],
            "The work broke off by a mistake of the program.");
}

TEST(Jobs, LooksTakeNoPlaceOfAResult) {
  Jobs jobs;
  const auto at_once = [](const JobRequest&, const Progress&) { return Result<Json>(Json()); };
  const auto result = jobs.start(request("mask"), at_once);
  last_event(*jobs.find(*result));
  for (std::size_t i = 0; i < 2 * Jobs::most_kept; ++i) {
    JobRequest look = request("keys");
    look.is_look = true;
    last_event(*jobs.find(*jobs.start(std::move(look), at_once)));
  }
  EXPECT_NE(jobs.find(*result), nullptr);
  EXPECT_EQ(jobs.find(*result + 1), nullptr);
}

}  // namespace
}  // namespace overhand::web
