/**
 * Entries used to develop and weight the seeding rules, so accuracy on them is too optimistic. See
 * `held-out.ts`.
 */
export const DEVELOPMENT = `
# architecture
## architect · Accumulated Findings
structure | 2026-07-04 | Modules are named after what they own, not after what they do
structure | 2026-08-18 | The core package has no dependency on any framework; keep it so
structure | 2026-09-07 | Layers are checked by a lint rule: ui may import app, app may import core, never the other way
interface | 2026-07-13 | Amounts cross an API as an integer of minor units and a currency
interface | 2026-09-21 | Errors are problem documents with a stable type
interface | 2026-10-26 | Lists are paged by cursor; offsets were removed with v3
risk | 2026-08-10 | The FX cache has no upper bound; a bad feed can fill the memory
risk | 2026-10-29 | Two payouts in one second get the same bank reference, the bank then drops the second
risk | 2026-09-30 | No alarm fires when the outbox stops draining
shared | 2026-06-20 | This codebase is a monorepo with package-based isolation
shared | 2026-10-12 | PostgreSQL is the only store of record; the cache may be dropped at any time
coordinator | 2026-06-08 | Structure decisions affect interface design: always verify alignment
coordinator | 2026-10-30 | Risk and interface findings meet at the outbox; review it as one thing
## architect · Failure modes
risk | 2026-07-20 | The broker redelivers after a restart: handlers that are not idempotent charge twice
risk | 2026-11-03 | Session tokens do not expire when a user is removed
## architect · Shared Patterns
shared | 2026-08-14 | Every write to the journal goes through the outbox table
shared | 2026-09-15 | Names in code are English, names on screen come from the catalogue
## architect · Structure-Specific
structure | 2026-10-19 | Run the graph command before proposing a cut; a cycle fails the build
## architect · Coordinator Notes
coordinator | 2026-11-11 | The three analyses disagree about the gateway; wait for the decision
## architect · Notes
stale | 2026-02-11 | Services call each other over REST
retired | 2026-06-11 | ~~This codebase uses Express.js~~ ← STALE (moved to Fastify)
noise | 2026-11-15 | Today I worked on the diagram
duplicate | 2026-11-16 | PostgreSQL is the sole store of record, and the cache may be dropped any time
# planning
## plan-writer · Project Context
shared | 2026-07-01 | The product is sold to logistics companies with ten to two hundred drivers
shared | 2026-09-10 | Sprints are two weeks, the plan is frozen on the first Monday
## plan-writer · Accumulated Findings
decomposition | 2026-07-21 | A task should be done by one agent in one go; split what needs two reviews
decomposition | 2026-08-27 | Subtasks that share a file run one after the other, never in parallel
decomposition | 2026-10-11 | Plans of more than twelve steps are not followed; group them in phases
interface | 2026-08-06 | Fix the contract between exporter and importer in the plan, with the types spelled out
interface | 2026-09-25 | When two tasks meet at an API one of them owns it, and the plan says which
strategy | 2026-07-30 | Roll out by customer, smallest first; the way back must stay open for a week
strategy | 2026-09-02 | Order the phases by what one learns, not by what is easy
strategy | 2026-10-24 | Two alternatives with their trade-offs get a faster decision than one proposal
coordinator | 2026-09-18 | The decomposition is final only when interface and strategy have been merged into it
## plan-writer · What Worked
strategy | 2026-08-09 | Cutting scope beat moving the deadline in every release of this year
decomposition | 2026-10-16 | A checklist at the end of each step made it clear when it was done
shared | 2026-10-28 | Plans are markdown files under plans/, one for each ticket
## planner · Notes
duplicate | 2026-10-29 | One markdown file under plans/ for every ticket is a plan
stale | 2026-05-01 | The search team has no capacity before June
noise | 2026-11-09 | Done.
retired | 2026-06-30 | ~~Plans need the sign-off of the architecture board~~
# validation
## devils-advocate · What breaks
robustness | 2026-06-09 | Timeouts are added from the inside out and sum up to more than the caller waits
robustness | 2026-07-02 | A retry without jitter turned a short outage into a long one, twice
robustness | 2026-08-13 | Certificates expire on a Sunday
robustness | 2026-09-13 | Two nodes run the scheduler when the clock jumps
correctness | 2026-08-04 | The bank answers 200 with an error in the body, and the plan takes it for a success
## devils-advocate · What plans leave out
completeness | 2026-06-18 | Who is called at night, and what that person can do without the author
completeness | 2026-08-01 | What happens to the payouts in flight when the feature is switched off
completeness | 2026-09-20 | Limits: how many lines has the largest invoice?
completeness | 2026-10-05 | The empty state and the first run are missing from every plan
## devils-advocate · What was wrong
correctness | 2026-07-26 | The formula for late fees used calendar days, the contract says business days
correctness | 2026-09-27 | Off by one in the paging proof: the last page was never reached
correctness | 2026-10-20 | An invariant was claimed and not held: the sum of entries is not zero during a transfer
## devils-advocate · Notes
shared | 2026-08-23 | Ask for the evidence first; a claim without a figure is not worth a challenge
shared | 2026-10-01 | Challenges are rated blocking, serious or minor, always with a way out
coordinator | 2026-10-13 | When two challengers contradict each other, give both to the lead with one question
robustness | 2026-09-06 | Under memory pressure the parser is killed first and takes the batch with it
stale | 2026-03-15 | The fraud rules have no tests
noise | 2026-11-17 | See #881
retired | 2026-06-16 | ~~Advisory locks do not hold~~
# testing
## tester · What Worked
unit | 2026-07-09 | Stub the tax service at the function that calls it, one mock for each case
unit | 2026-09-03 | Property tests of the money type found three rounding bugs in pure functions
contract | 2026-08-16 | Recorded replies of the carrier are checked against its schema every night
contract | 2026-10-09 | A consumer test for each client of the orders API catches breaking changes
regression | 2026-07-28 | Golden files of the invoices: a changed byte needs an explanation
regression | 2026-09-19 | Run the whole old suite when the parser changes, it broke again in September
shared | 2026-08-07 | Never sleep in a test; wait for the event
shared | 2026-10-02 | Each suite has its own schema in PostgreSQL, named after the process
## tester · Watch Points
unit | 2026-08-31 | Over-mocked cases pass while the code is broken; assert on results, not on calls
regression | 2026-10-17 | Flaky cases are quarantined for a week, then fixed or deleted, never retried for ever
contract | 2026-09-22 | The provider states differ between the pact broker and the stub server
coordinator | 2026-10-26 | Collect the coverage of all three testers before asking for more cases
## test-writer · Notes
duplicate | 2026-10-27 | Wait for the event; do not sleep in tests
shared | 2026-11-05 | Test titles are sentences about behaviour
unit | 2026-10-19 | Branches of the discount function are covered one by one, table driven
stale | 2026-04-22 | Coverage is at 61 percent
noise | 2026-11-18 | All tests pass now
retired | 2026-07-05 | ~~Use sinon for stubs~~
# review
## reviewer · Accumulated Findings
spec | 2026-07-16 | Check each requirement of the issue by its number; what is not asked for is scope creep
spec | 2026-09-05 | The acceptance test of the story must be named in the description
code | 2026-08-02 | Functions over forty lines and names such as data or info are sent back
code | 2026-09-26 | Duplicated logic in the exporters: ask for one helper before approving
code | 2026-10-23 | Error handling with an empty catch is never accepted
contract | 2026-07-23 | A removed field in the response of the public API is a breaking change, also in beta
contract | 2026-09-11 | Schema changes and the generated client come in one pull request
regression | 2026-08-20 | The export broke again after a dependency update: compare its output before and after
regression | 2026-10-04 | Changed defaults are the usual way to break what worked; look at who relies on them
shared | 2026-08-29 | Two approvals are needed for anything that touches payments
shared | 2026-10-18 | Say what is good as well; reviews are read by people
## senior-reviewer · Notes
duplicate | 2026-10-30 | What touches payments needs two approvals
code | 2026-11-02 | Dead code behind old flags makes every change harder to read
spec | 2026-10-25 | Edge cases that the specification does not mention are asked about, not invented
stale | 2026-05-02 | The linter is being replaced
noise | 2026-11-16 | Reviewed the new importer
retired | 2026-06-25 | ~~Reviews happen in Crucible~~
# web
## fullstack-developer · Project Context
shared | 2026-07-03 | Node 22, TypeScript strict, Fastify on one side and React on the other
shared | 2026-08-28 | Every change goes through a pull request with a preview deployment
## fullstack-developer · Accumulated Findings
backend | 2026-07-18 | Routes are thin: parse the request, call the service, map the error to a status code
backend | 2026-09-12 | The rate limiter counts per token and lives in Redis
backend | 2026-10-15 | Long jobs go to the worker; a request that takes more than a second is a bug
frontend | 2026-08-05 | Components take data as props and never fetch; pages do
frontend | 2026-09-23 | Colours come from the Tailwind tokens, dark mode is tested by screenshot
frontend | 2026-10-21 | The browser back button must restore the filters, so they are in the URL
db | 2026-07-29 | Migrations are forward only and are run before the deploy
db | 2026-09-08 | A foreign key without an index made deletes of customers slow
db | 2026-10-27 | Rename a column in three steps: add, copy, drop
## fullstack-developer · Watch Points
backend | 2026-09-30 | The mail endpoint has no authentication inside the cluster
frontend | 2026-10-06 | Hydration fails when a date is formatted in the local time zone
db | 2026-08-17 | Vacuum does not keep up with the events table; partition it by month
shared | 2026-10-08 | Money is in cents everywhere, from the table to the screen
stale | 2026-01-19 | The design system is being written
noise | 2026-11-12 | Fixed a typo in the footer
retired | 2026-06-29 | ~~Jest runs the tests~~
# risk-architect
## architect · Accumulated Findings
risk | 2026-08-25 | Nobody is paged when the nightly backup fails
risk | 2026-10-14 | A leaked deploy key gives access to every repository
other-role | 2026-09-09 | New modules begin with a README that says what the package is for
other-role | 2026-09-28 | The public API is versioned in the path, never in a header
shared | 2026-11-04 | Everything that is decided is in docs/decisions
`
