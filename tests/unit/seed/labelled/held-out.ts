/**
 * Entries written before the rules and never used for tuning; entries for tuning belong in `development.ts`.
 * The author of the rules also wrote these, so accuracy on them is higher than to be expected. See
 * `fresh.ts`.
 */
export const HELD_OUT_SEEDS = `
# architecture
## architect · Notes
structure | 2026-08-03 | The billing code is split in three packages: rates, invoices, dunning; rates imports nothing from the other two
structure | 2026-09-11 | A new folder under \`services/\` needs an owner line in CODEOWNERS or the build refuses it
interface | 2026-07-19 | Clients send dates without a zone; the gateway reads them as UTC and the contract says so
interface | 2026-10-02 | Field names in payloads are snake_case, also in events
risk | 2026-08-21 | If the identity provider is down nobody can log in, and there is no fallback
risk | 2026-09-30 | Two workers may claim one job when the lock expires in the middle of it
shared | 2026-06-14 | We are on Kotlin 2 and Ktor; Spring was turned down for its start-up time
shared | 2026-10-20 | Decisions are written down in docs/adr, one page each, before the code
coordinator | 2026-09-02 | Ask for the failure analysis only after the module cut is settled, else it is done twice
## architect · Dead ends
risk | 2026-07-08 | Circuit breakers around the mail provider hid an outage for a day
structure | 2026-06-30 | Putting domain types in a shared library coupled every team to its releases
interface | 2026-08-12 | Optional parameters with defaults made it impossible to tell absent from empty in the search call
shared | 2026-11-01 | The team wants boring technology: a new database needs a very good reason
stale | 2026-01-09 | The reporting package is going to be rewritten in Go
retired | 2026-07-01 | ~~Events are sent over RabbitMQ~~
noise | 2026-10-11 | Finished the review of PR #412
# planning
## plan-writer · Accumulated Findings
decomposition | 2026-07-15 | Tasks that touch more than six files come back unfinished; cut them along the packages
decomposition | 2026-09-03 | Put the migration and the code that needs it in two steps, the migration first
interface | 2026-08-20 | Agree on the signature of the exporter before two people start, both sides were built differently in June
interface | 2026-10-05 | The mobile app reads the same endpoint; every change of its shape is planned as add, migrate, remove
strategy | 2026-06-25 | Start with the riskiest part: the import from the old system decided the date both times
strategy | 2026-09-28 | Behind a flag first, then five percent, then all; a day between each
shared | 2026-08-02 | Estimates are in half days; anything above three days is cut again
shared | 2026-10-30 | Nothing is released on Fridays or in the week of the closing
coordinator | 2026-10-12 | Steps and boundaries are to be read together before the order is fixed
## plan-writer · What Worked
decomposition | 2026-07-29 | One vertical slice that goes from screen to table shows more than three layers side by side
strategy | 2026-08-17 | A spike of one day before the plan saved a week of rework in the pricing project
interface | 2026-09-14 | Writing the example request and reply into the plan ended all questions between the teams
shared | 2026-11-04 | Every plan names what it will not do
stale | 2026-03-12 | The design team delivers screens on Tuesdays
noise | 2026-11-10 | TODO: ask Mara about the budget
retired | 2026-06-12 | ~~Plans are kept in Confluence~~
# validation
## devils-advocate · What was found
correctness | 2026-07-11 | Rounding is done per line and again on the total, the two differ by a cent on long invoices
correctness | 2026-08-28 | The plan said at most once, the code did at least once
correctness | 2026-10-09 | Summer time: the night run computes the day twice in October
completeness | 2026-06-21 | No plan so far says what happens to customers without an address
completeness | 2026-09-17 | Deleting an account was designed, restoring one was forgotten
completeness | 2026-10-25 | Accessibility and translations are absent from every first draft
robustness | 2026-07-27 | When the price feed stalls the whole checkout waits for it
robustness | 2026-09-05 | Ten thousand subscribers at once bring the notifier to its knees
robustness | 2026-11-02 | After a power cut the index has to be rebuilt by hand
shared | 2026-08-15 | A doubt counts only with an example that one can run
shared | 2026-10-18 | The authors answer faster to questions than to verdicts
coordinator | 2026-09-22 | The same hole is often reported three times under three names; fold them before they go to the planners
## devils-advocate · Open Threads
completeness | 2026-10-29 | Who may see the audit log was never specified
robustness | 2026-08-08 | Nobody has tried what happens when the disk of the queue is full
stale | 2026-02-02 | The proof of the discount rule is still missing
noise | 2026-11-12 | Ran all tests, all green
# testing
## tester · Patterns
unit | 2026-07-02 | The clock is passed in; never patch the global Date
unit | 2026-08-19 | A fake repository in memory is enough for the pricing functions and ten times faster
contract | 2026-09-09 | The consumer's expectations are in pacts/; run them against the provider before merging
contract | 2026-10-14 | Response schemas are checked against openapi.yaml in CI; additional fields are allowed
regression | 2026-06-28 | For each fixed bug there is a case named after the ticket in tests/bugs
regression | 2026-10-21 | The rounding defect came back twice because its case had been deleted as slow
shared | 2026-07-22 | Tests run in random order; the seed is in the first line of the log
shared | 2026-09-26 | Container start takes forty seconds on CI: keep suites that need it apart
coordinator | 2026-10-03 | Tell the three testers which module is being changed before they begin, they wrote the same cases in August
## test-writer · Lessons
unit | 2026-08-05 | Private functions are tested through the public one, or moved to a file of their own
contract | 2026-07-17 | The partner's sandbox returns fields in another order than production does
regression | 2026-09-12 | Snapshots of whole pages break with each redesign; compare what the bug was about
duplicate | 2026-09-20 | Never patch the global Date: pass the clock in
stale | 2026-01-28 | The mobile tests are switched off
retired | 2026-06-03 | ~~Use Karma for the browser~~
shared | 2026-10-08 | Test data must not hold real names or account numbers
# review
## reviewer · Habits
spec | 2026-07-14 | Acceptance criteria are in the ticket, not in the pull request; compare with those
spec | 2026-09-21 | The description said "all customers", the change covered the ones with an invoice
code | 2026-06-27 | Nested ternaries are refused here; early returns are preferred
code | 2026-08-26 | Look for awaits inside loops, there have been four this year
contract | 2026-09-08 | A renamed field in the public reply needs a major version and a note to partners
contract | 2026-10-27 | Enum values are never removed from the protobuf, only reserved
regression | 2026-08-01 | Changes to the tax table have broken the yearly statement before; ask for its run
regression | 2026-10-06 | Refactorings that touch the date parser need a look at the old bug list
shared | 2026-07-25 | Comments begin with blocking, question or nit
shared | 2026-10-31 | Reviews are answered within half a day, small changes first
## senior-reviewer · Watch Points
code | 2026-09-01 | Catch blocks that swallow the cause turn up in every second change of the import
spec | 2026-10-15 | What a story leaves open is asked, not guessed
contract | 2026-08-10 | Default values in the SDK and in the server drifted apart once
regression | 2026-09-24 | Speed of the list page halved unnoticed in May: compare the figures before and after
duplicate | 2026-10-28 | Enum values never go from the protobuf, they are only reserved
stale | 2026-04-04 | The junior developers need more explanations this month
noise | 2026-11-14 | Thanks, looks good to me!
# web
## fullstack-developer · Accumulated Findings
backend | 2026-07-06 | Handlers return early with 422; validation is done with zod at the edge of the server
backend | 2026-09-16 | The queue worker and the API share one process on staging, not in production
frontend | 2026-08-11 | Forms keep what was typed when a request fails; the hook is useDraft
frontend | 2026-10-01 | Safari needs the date input as text, its picker returns an empty value
frontend | 2026-10-22 | Images without width and height make the page jump
db | 2026-06-19 | Adding a column with a default locks the orders table; add it empty, fill it in batches
db | 2026-09-07 | Every migration has a down script, and CI runs both ways
db | 2026-10-26 | The partial index on open carts is what makes the dashboard fast
shared | 2026-08-30 | pnpm only; a package-lock.json in a pull request is a mistake
shared | 2026-10-10 | Feature flags live in LaunchDarkly, named team.feature
## fullstack-developer · Watch Points
backend | 2026-07-31 | Webhooks from the payment provider arrive twice and out of order
frontend | 2026-09-13 | Focus is lost when the dialog closes; screen reader users end at the top
db | 2026-08-24 | Deleting a tenant cascades through eleven tables and takes minutes
shared | 2026-09-29 | Secrets come from Vault; .env files are for local work only
stale | 2026-02-20 | The cart page is being moved to React 19
noise | 2026-11-13 | 214 passed, 3 skipped
retired | 2026-06-22 | ~~Redux holds the cart~~
# structure-architect
## architect · Watch Points
structure | 2026-09-04 | Circular imports begin in the barrel of \`domain/\`; import the file itself
structure | 2026-10-13 | Generated code is in gen/ and is never edited by hand
other-role | 2026-08-22 | The GraphQL schema must stay compatible for two releases
other-role | 2026-09-19 | A slow DNS answer blocks the whole pool, there is no timeout
shared | 2026-10-07 | All documentation is in English, comments too
`
