// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/campaign.h"

#include <algorithm>
#include <csignal>
#include <deque>
#include <thread>

#include "fuzz/campaign/small.h"
#include "fuzz/campaign/sow.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kLongestTurn{60};
constexpr seconds kLateness{60};    // of a turn, before it is killed
constexpr seconds kSecondTry{5};    // the turn of a target that ran nothing in its first
constexpr unsigned kMostKnown = 3;  // turns that end in what is known before a target retires
constexpr std::size_t kMostCorpus = 4u << 20;  // bytes, before it is minimised

class Campaign {
 public:
  Campaign(const Plan& plan, const std::atomic<bool>& stop,
           const std::function<void(const Status&)>& show)
      : plan_(plan), stop_(stop), show_(show) {}

  std::expected<Outcomes, std::string> run() {
    if (const Done done = lock_folder(plan_.state); !done) return std::unexpected(done.error());
    for (const Target* target : plan_.targets) {
      const fs::path program = program_of(*target).file;
      if (!fs::is_regular_file(program))
        return std::unexpected(program.string() + ": no such program; ./tritproof fuzz builds it");
      Part part;
      part.target = target;
      lanes_.push_back(
          Lane{part, Corpus(plan_.state / "corpus" / target->name, target->most_bytes)});
    }
    known_ = kept_findings(plan_.state);
    start_ = Clock::now();
    for (std::size_t i = 0; i < lanes_.size(); ++i) queue_.push_back(i);
    loop();
    return finish();
  }

 private:
  struct Lane {
    Part part;
    Corpus corpus;
    unsigned known_in_a_row = 0;
    bool seeded = false;
  };
  struct Running {
    pid_t child;
    std::size_t lane;
    Turn turn;
    Clock::time_point since;
    bool told_to_stop = false;
  };

  [[nodiscard]] Program program_of(const Target& target) const {
    return fuzz::program_of(plan_.programs, plan_.outside, target);
  }
  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  [[nodiscard]] double left() const { return static_cast<double>(plan_.time.count()) - now(); }
  [[nodiscard]] bool ending() const {
    return stop_ || (plan_.first && !outcomes_.findings.empty());
  }
  // A busy machine may take the time of a turn, or let it read the corpus and no more.
  [[nodiscard]] static bool owed(const Part& part) {
    return part.executions == 0 && part.turns < 2;
  }

  // As long as is left for each target, so that every one has a turn.
  [[nodiscard]] seconds length(const Part& part) const {
    const double share =
        left() * plan_.jobs / static_cast<double>(std::max<std::size_t>(1, queue_.size() + 1));
    const auto whole = seconds(static_cast<std::int64_t>(share));
    const seconds least = part.turns == 1 && owed(part) ? kSecondTry : seconds(1);
    return std::clamp(std::min(whole, seconds(static_cast<std::int64_t>(left()))), least,
                      kLongestTurn);
  }

  // Whose turn it is; after the end that of targets which have run nothing yet, and of no other.
  std::optional<std::size_t> next() {
    if (ending()) return {};
    const auto due = [&](std::size_t index) { return left() >= 1 || owed(lanes_[index].part); };
    const auto at = std::ranges::find_if(queue_, due);
    if (at == queue_.end()) return {};
    const std::size_t index = *at;
    queue_.erase(at);
    return index;
  }

  void start_all() {
    while (running_.size() < plan_.jobs) {
      const auto index = next();
      if (!index) return;
      start(*index);
    }
  }

  void loop() {
    for (start_all(); !running_.empty(); start_all()) {
      std::this_thread::sleep_for(milliseconds(20));
      watch();
      if (now() >= next_show_) {
        show_(status());
        next_show_ = now() + 1;
      }
    }
  }

  bool seed(Lane& lane) {
    if (lane.seeded) return true;
    auto trouble = sow(plan_, *lane.part.target, program_of(*lane.part.target));
    lane.seeded = !trouble;
    if (trouble) lane.part.trouble = *std::move(trouble);
    return lane.seeded;
  }

  void start(std::size_t index) {
    Lane& lane = lanes_[index];
    if (!seed(lane)) {
      lane.part.retired = true;
      return;
    }
    const Target& target = *lane.part.target;
    const std::string name(target.name);
    const fs::path dictionary = plan_.dictionaries / (std::string(target.kind) + ".dict");
    Turn turn{name,
              program_of(target),
              fs::exists(dictionary) ? dictionary : fs::path(),
              lane.corpus.now(),
              plan_.state / "work" / "seeds" / name,
              plan_.state / "work" / name,
              target.most_bytes,
              length(lane.part),
              plan_.seed + static_cast<std::uint32_t>(++turns_)};
    const auto command = prepare(turn);
    const auto child = command ? start_child(*command) : std::unexpected(command.error());
    if (!child) {
      lane.part.trouble = child.error();
      lane.part.retired = true;
      return;
    }
    running_.push_back({*child, index, std::move(turn), Clock::now()});
  }

  void watch() {
    for (std::size_t i = 0; i < running_.size();) {
      Running& running = running_[i];
      const auto code = ended(running.child);
      if (!code) {
        hurry(running);
        ++i;
        continue;
      }
      const Running done = std::move(running);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      take(done, *code);
    }
  }

  void hurry(Running& running) {
    const auto age = Clock::now() - running.since;
    if (age > running.turn.time + kLateness) send(running.child, SIGKILL);
    if (!ending() || running.told_to_stop) return;
    send(running.child, SIGINT);
    running.told_to_stop = true;
  }

  void take(const Running& done, int code) {
    Lane& lane = lanes_[done.lane];
    Part& part = lane.part;
    Told told = read_turn(done.turn, code);
    part.turns += 1;
    part.executions += told.executions;
    part.seconds += std::chrono::duration<double>(Clock::now() - done.since).count();
    if (told.edges > part.edges) part.edges = told.edges, part.last_new = now();
    if (!told.trouble.empty()) part.trouble = told.trouble;
    if (told.finding) keep(*told.finding, told.input, lane);
    if (const Done added = lane.corpus.add(done.turn.work / "new"); !added)
      outcomes_.shortfalls.push_back(added.error());
    else
      forget_new(done.turn);
    if (lane.corpus.bytes() > kMostCorpus && !stop_) shrink(done.turn, lane);
    part.inputs = lane.corpus.files();
    part.bytes = lane.corpus.bytes();
    const Status at = status();
    outcomes_.samples.push_back({at.seconds, at.edges, at.executions});
    // One that runs nothing does not come a third time, nor one that only ends in what is known. A
    // turn that the corpus took up wholly is none of these.
    part.retired = (part.executions == 0 && !owed(part)) || lane.known_in_a_row >= kMostKnown;
    if (!part.retired) queue_.push_back(done.lane);
  }

  void shrink(const Turn& turn, Lane& lane) {
    const auto merged = merge(turn, lane.corpus.now(), kLateness);
    if (!merged) return;
    if (const Done done = lane.corpus.replace(*merged); !done)
      outcomes_.shortfalls.push_back(done.error());
  }

  void keep(Finding& finding, const fs::path& input, Lane& lane) {
    const auto same = [&](const Finding& other) {
      return other.key == finding.key && other.kind == finding.kind;
    };
    if (const auto now = std::ranges::find_if(outcomes_.findings, same);
        now != outcomes_.findings.end()) {
      now->times += 1;
      lane.known_in_a_row += 1;
      return;
    }
    if (const auto before = std::ranges::find_if(known_, same); before != known_.end()) {
      before->times = 1;
      outcomes_.findings.push_back(*before);
      known_.erase(before);
      return;
    }
    lane.known_in_a_row = 0;
    const Program program = program_of(*lane.part.target);
    const fs::path small = make_small(finding, input, program, plan_.state / "work");
    finding.replay =
        program.line(plan_.state / folder_of(finding.kind) / file_name_of(finding.key) / "input");
    if (!plan_.plain.empty() && plan_.outside.empty())
      finding.plain = ask_plain(finding, small, plan_.plain, plan_.state / "work");
    if (const Done done = keep_finding(plan_.state, finding, small); !done)
      outcomes_.shortfalls.push_back(done.error());
    outcomes_.findings.push_back(finding);
  }

  [[nodiscard]] Status status() const {
    Status status{now(), static_cast<double>(plan_.time.count()), 0, 0, 0, 0, 0, 0, {}};
    double busy = 0, last_new = 0;
    for (const Lane& lane : lanes_) {
      status.edges += lane.part.edges;
      status.executions += lane.part.executions;
      status.bytes += lane.part.bytes;
      busy += lane.part.seconds;
      last_new = std::max(last_new, lane.part.last_new);
    }
    status.since_new = status.seconds - last_new;
    if (busy > 0) status.per_second = static_cast<double>(status.executions) / busy;
    status.findings = outcomes_.findings.size();
    for (const Running& running : running_)
      status.running += (status.running.empty() ? "" : ", ") + running.turn.target;
    return status;
  }

  Outcomes finish() {
    outcomes_.seconds = now();
    outcomes_.stopped = stop_;
    for (Lane& lane : lanes_) {
      if (lane.part.executions == 0)
        outcomes_.shortfalls.push_back(std::string(lane.part.target->name) + " executed nothing" +
                                       (lane.part.trouble.empty() ? "" : ": " + lane.part.trouble));
      outcomes_.parts.push_back(lane.part);
    }
    for (Finding& finding : known_) {
      finding.times = 0;
      outcomes_.findings.push_back(finding);
    }
    return std::move(outcomes_);
  }

  const Plan& plan_;
  const std::atomic<bool>& stop_;
  const std::function<void(const Status&)>& show_;
  std::vector<Lane> lanes_;
  std::deque<std::size_t> queue_;
  std::vector<Running> running_;
  std::vector<Finding> known_;
  Outcomes outcomes_;
  Clock::time_point start_;
  std::uint64_t turns_ = 0;
  double next_show_ = 0;
};

}  // namespace

bool Outcomes::clean() const { return findings.empty() && shortfalls.empty(); }

seconds least_time(const Plan& plan) {
  const std::size_t rounds = (plan.targets.size() + plan.jobs - 1) / std::max(1u, plan.jobs);
  return seconds(static_cast<std::int64_t>(rounds) + 1);
}

std::expected<Outcomes, std::string> run_campaign(const Plan& plan, const std::atomic<bool>& stop,
                                                  const std::function<void(const Status&)>& show) {
  return Campaign(plan, stop, show).run();
}

}  // namespace tritproof::fuzz
