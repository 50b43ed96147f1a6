/**
 * The five settings selected for measurement; their errors were not looked at before the rules were finished.
 * See `settings.ts`.
 */
export const SETTINGS_HELD_OUT = `
# flaky-test-hunter
## debugger · Environment
shared | 2026-10-16 | Node 22 and pnpm; \`pnpm i --frozen-lockfile\` or the snapshots differ.
shared | 2026-10-18 | The staging database is wiped at 02:00 UTC, whatever you left in it.
## debugger · Intermittent Failures
flaky | 2026-10-23 | checkout.spec fails about one run in thirty: the toast closes itself before the assertion looks.
flaky | 2026-10-25 | Rerunning with \`--repeat-each 50 --workers 1\` tells shared state from timing within ten minutes.
flaky | 2026-10-27 | Tests that sort by created_at break when two rows fall into the same millisecond; sort by id as well.
## debugger · Root Causes
regression | 2026-10-29 | The invoice total broke for the third time after a refactoring; a test for FIN-201 must stay in the suite for ever.
contract | 2026-10-30 | The stub of the shipping API answers 200 where the real one answers 202; the pact had never been verified against it.
## debugger · How to Report
shared | 2026-10-31 | Say the seed, the commit and the shard with every failure; nobody can do anything without the three.
## debugger · Handoffs
coordinator | 2026-11-02 | A failure that reproduces every time belongs to the implementer, one that does not stays with us; decide that first, then assign.
coordinator | 2026-11-04 | Do not let two testers loose on the same module on the same day; they fix each other's fixtures.
## debugger · Today
noise |  | Restarted the runner, trying again with tracing on.
stale | 2025-12-14 | Mocha's \`this.retries(3)\` hides most of it.
## debugger · Notes
flaky |  | Anything that waits a fixed number of milliseconds will fail on a Monday morning, when all the branches build at once.
flaky |  | The clock of the container runs in UTC and that of the laptops does not, which explains the ones that go red after eleven at night.
unit |  | The price calculator is pure, so test it by table and leave the database out of it.
shared |  | Never mark something as skipped without a ticket; we found eleven that nobody remembered.
contract |  | The mobile team reads only four fields of the order response; agree on those and leave the rest free.
regression |  | Before a release run the forty cases in golden/, which are the bugs that customers have actually seen.
flaky |  | Order matters: the suite is green alphabetically and red when shuffled, because users.test leaves an admin behind.
coordinator |  | When the suite is red on main, everybody stops and one person is named to look; five people looking finds nothing faster.
unit |  | The mock of the mailer swallows exceptions, so whatever is asserted after it is worth nothing.
noise |  | Started 09:10, read the logs, no result yet.
shared |  | CI has four shards, and the third one holds all the browser tests.
duplicate |  | Sorting by created_at alone breaks tests when rows share a millisecond.
flaky |  | Ports picked at random collide now and then; let the kernel choose one.
# incident-responder
## sre · Infrastructure
shared | 2026-10-16 | Three clusters: eu-1 and eu-2 serve customers, lab serves nobody and may be broken.
shared | 2026-10-17 | All infrastructure is Terraform in infra/; what is clicked together in the console is removed on Sundays.
## sre · Incidents
incident | 2026-10-20 | First look at the connection pool of the gateway: four of the last six outages began there.
incident | 2026-10-22 | Paging by 5xx rate alone misses the slow death; p99 above 4 s for ten minutes is the better alarm.
incident | 2026-10-25 | Post-mortems are written within three days, without names, with the timeline from the channel.
## sre · Deployments
deploy | 2026-10-27 | Canary takes 5 % for twenty minutes; the old pods are kept until it has passed.
deploy | 2026-10-29 | \`helm rollback\` does not bring the config map back; apply the former one by hand.
## sre · Cost
cost | 2026-10-30 | NAT traffic is a quarter of the bill because the images come from outside; use the mirror.
## sre · On-call
coordinator | 2026-11-01 | One commands, one types, one talks to customers; say who is who in the first message.
coordinator | 2026-11-03 | After forty minutes without a cause, wake the database people; not before, not later.
## sre · Status
noise |  | eu-2 is red at the moment, checking.
stale | 2025-12-02 | The dashboards are in Kibana.
## sre · Notes
incident |  | When everything is slow at once it is DNS more often than anyone wants to believe.
incident |  | Restarting the scheduler clears the symptom and destroys the evidence, so take a heap dump before it.
deploy |  | Never on a day before a holiday, and never two services in the same window.
cost |  | Log storage doubles each quarter, and nobody reads what is older than a week.
shared |  | Times in every message are UTC.
coordinator |  | The person who found it is not the one who fixes it at three in the morning; hand it on and sleep.
incident |  | The status page has to be changed within ten minutes even if nothing is known yet, or support drowns.
deploy |  | The worker image has to go out before the API, since it reads messages of both shapes and the API of one only.
cost |  | The GPU nodes run all weekend for a job that ends on Saturday at noon.
shared |  | Access to production is by break-glass account, which mails the whole team when it is used.
noise |  | Nothing to report this time.
duplicate |  | Look at the gateway's connection pool first.
# decomposition-planner
## plan-writer · Conventions
shared | 2026-11-04 | Plans live in plans/YYYY-MM/<ticket>.md and are linked from the ticket, not pasted into it.
shared | 2026-10-14 | State the goal in one sentence that a product owner would recognise; reviewers stop reading otherwise.
## plan-writer · Task Breakdown
decomposition | 2026-10-18 | A task that touches more than six files comes back unfinished; split it by file ownership.
decomposition | 2026-10-27 | Put the schema migration into a task of its own, ahead of everything that reads the new column.
decomposition | 2026-11-03 | Two tasks that edit the same router file always collide; give both to one implementer.
## plan-writer · Contracts between tasks
interface | 2026-10-23 | Write the function signature that task B expects from task A into both tasks, word for word.
## plan-writer · Sequencing and Risk
strategy | 2026-10-29 | Ship behind a flag first, then widen; the big-bang rollout of the ledger was rolled back within the hour.
## plan-writer · Coordination
coordinator | 2026-11-01 | The interface planner needs the list of tasks before it can begin, so do not start the two together.
coordinator | 2026-11-06 | Send a plan back to whoever wrote the part in question; merging a fix yourself hides the cause.
## plan-writer · Session Log
noise |  | 2026-11-06 · wrote the plan for LED-440 · handed in
## plan-writer · Lessons
stale | 2025-09-28 | Jenkins takes forty minutes, so plan for at most three builds a day.
duplicate | 2026-09-19 | Tasks touching more than six files come back unfinished.
## plan-writer · Notes
decomposition |  | Half a day is the right size for a piece of work here; smaller ones spend more on set-up than on the change.
shared |  | The estimates of the billing team can be trusted, those of the mobile team want doubling.
strategy |  | Always name the way back: which flag to turn off, which table to keep for a week.
interface |  | Where two pieces meet at a JSON payload, an example of it in the plan saves a day of guessing.
decomposition |  | Tests written as a separate item at the end never get done, so each item carries its own.
shared |  | Nobody here works on Fridays after three, and the freeze at the end of a quarter is real.
coordinator |  | Three drafts in parallel only pay off for epics; for a single story let one planner do all of it.
strategy |  | There were two roads to multi-currency, and we took the slow one on purpose: convert on read, migrate by region.
decomposition |  | Renames go first and alone, because every later diff is unreadable otherwise.
noise |  | Context was getting long, compacted at 14:20.
interface |  | The event bus topics are the seams along which the work divides; who publishes and who listens has to be said for each.
shared |  | An acceptance criterion that cannot be checked by a command gets argued about for ever.
# correctness-challenger
## devils-advocate · What Worked
shared | 2026-10-20 | Quote the line of the plan that you object to; objections without a quotation were waved through.
correctness | 2026-10-21 | Work one example through by hand with real figures: the VAT rounding mistake showed up only that way.
## devils-advocate · Common Gaps in Plans
completeness | 2026-10-24 | Plans forget the admin screens; ask for them each time a table is added.
completeness | 2026-10-28 | What happens to the rows that exist already is the question most often left unanswered.
## devils-advocate · Logic Errors Seen
correctness | 2026-10-25 | Off by one at month ends: the plan took 30 days where the contract says calendar month.
correctness | 2026-10-13 | A claim that two statuses exclude one another was wrong; an order can be both paid and cancelled.
## devils-advocate · Failure Modes
robustness | 2026-10-30 | Assume that the payment provider answers twice; nothing in their documents promises once.
robustness | 2026-11-02 | Ask what happens when the nightly job is still running at noon.
## devils-advocate · Escalation
coordinator | 2026-11-04 | A blocker goes to the lead at once, the rest waits for the summary.
coordinator | 2026-11-05 | Weigh the three verdicts, do not count them: one proven contradiction outweighs two passes.
## devils-advocate · Misc
noise |  | Waiting for Priya's answer on the open question from this morning.
retired |  | ~~The ledger rounds half up.~~ ← STALE (banker's rounding since January)
## devils-advocate · Accumulated Findings
correctness |  | The totals in the sample tables of their plans rarely add up; check them before anything else.
robustness |  | Nobody thinks of two people pressing the button in the same second, and it has happened to us three times.
shared |  | Tone matters here: say what would convince you, and the planners will answer; say that it is bad and they will not.
completeness |  | No plan so far has said who gets told when the thing goes wrong at night.
correctness |  | They like to say "always" of things that hold on weekdays only, such as the exchange rates being there by nine.
shared |  | More than seven objections in one review and none of them gets answered.
coordinator |  | If two of us raise the same point, pass on the one with the evidence and drop the other, naming both.
robustness |  | A disk that fills up is more likely than a disk that dies; the log volume has done so twice.
completeness |  | Deletion under the privacy law is missing from every plan that brings in a new store of personal data.
correctness |  | The proof that the migration is idempotent assumed a unique index which the table does not have.
stale | 2025-10-26 | Plans come as Word files, convert them before you read them.
duplicate | 2026-10-04 | Plans forget the admin screens.
# changelog-writer
## release-manager · Project Context
shared | 2026-10-16 | We ship every second Tuesday; the branch is cut the Thursday before.
shared | 2026-10-16 | Versions are semver, tags are \`v1.2.3\`, signed.
## release-manager · Release Notes
changelog | 2026-10-19 | Write for the person who operates the thing: what changes for them, what to do, then the ticket.
changelog | 2026-10-21 | Entries are grouped under Added, Changed, Fixed and Removed; dependency bumps are not listed unless they fix a CVE.
changelog | 2026-10-25 | Breaking changes come first, each with the lines to change before and after.
changelog | 2026-10-27 | \`git log --merges v1.8..main\` misses squashed pull requests; take the list from the labels instead.
## release-manager · Coordination
coordinator | 2026-10-30 | Docs have to say yes before the tag is set; ask them on Monday morning at the latest.
coordinator | 2026-11-01 | If support and product want different dates, the release lead decides, not we.
## release-manager · Watch Points
shared | 2026-11-02 | The Windows installer is signed by hand, and only two people have the key.
## release-manager · In Progress
noise |  | Cutting 1.9.0-rc2 right now, waiting for the build.
stale | 2025-10-04 | Releases are announced on the mailing list by Tomas.
retired |  | ~~The changelog is generated by lerna.~~ ← STALE (lerna was dropped)
## release-manager · Accumulated Findings
changelog |  | Customers read the first five lines and no more, so what breaks for them has to stand there.
changelog |  | "Various fixes and improvements" got us a complaint; say which.
shared |  | A tag that has been pushed is never moved; make a new patch version.
changelog |  | Contributors from outside are thanked by their handle, after asking them.
shared |  | The pipeline needs about fifty minutes and cannot be run twice at once.
coordinator |  | Marketing wants two days' notice and QA one; tell both in the same message or they plan apart.
changelog |  | Past tense reads like an apology; the house writes "Imports are twice as fast", not "We improved imports".
shared |  | Hotfixes branch from the tag, not from main.
changelog |  | Titles of pull requests are useless as they are, three out of four have to be reworded for people outside.
noise |  | Lunch, then the rest of the list.
duplicate |  | Breaking changes stand first.
coordinator |  | Whoever is on call signs off last, after the smoke test and not before.
`
