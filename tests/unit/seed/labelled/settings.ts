/**
 * Nine settings with a predecessor and a successor each, written before the seeding rules were read. Half of
 * the entries are under helpful headings, half are plain sentences. These four were selected for tuning;
 * `settings-held-out.ts` has the other five.
 */
export const LABELLED_SETTINGS = `
# migration-runner
## data-engineer · Context
shared | 2026-10-17 | Warehouse: Snowflake; operational store: PostgreSQL 16 at two sites; dbt in between.
shared | 2026-10-18 | Column names are snake_case and in the singular, money is in minor units with its currency next to it.
## data-engineer · Schema Changes
migration | 2026-10-20 | Adding a column with a default rewrote the whole table in the old version; add it empty, fill it in batches, then set the default.
migration | 2026-10-22 | \`lock_timeout = '3s'\` before every ALTER, or the queue behind the lock takes the site down.
migration | 2026-10-24 | Build indexes CONCURRENTLY and outside of the transaction; the runner wants the \`-- no-transaction\` mark for it.
## data-engineer · Pipelines
pipeline | 2026-10-26 | The Airflow DAG for orders must not catch up: set catchup=False or it replays two years.
pipeline | 2026-10-27 | Late events arrive up to 36 hours after the fact, so the incremental model looks three days back.
## data-engineer · Data Quality
quality | 2026-10-28 | Null rate of customer.country is 4 % by nature; alarm above 6, not above 0.
## data-engineer · Coordination
coordinator | 2026-10-31 | Schema first, then the pipeline, then the checks; each one waits for the word of the one before.
coordinator | 2026-11-03 | Analytics has to be told of any dropped column a week ahead, through Noor.
## data-engineer · Log
noise |  | 2026-11-04 ran backfill part 3 of 9, stopped for the day
stale | 2025-11-04 | Redshift sorts by booking_date.
## data-engineer · Findings
migration |  | Going back is never tested, so write the down script and run it once on the copy before the real thing.
migration |  | The rename of a column takes three deployments here: add, write both, drop.
shared |  | Personal data stays in the schema called vault; nobody joins it outside of there.
pipeline |  | The vendor's export changes its order of columns without a word; read it by header.
quality |  | Duplicates in the events table come from the retry of the mobile client and carry the same device time to the millisecond.
shared |  | Queries against the primary are killed after thirty seconds, use the replica to look around.
coordinator |  | Only one of us may touch the production cluster at a time; say it in the channel and wait for a thumbs up.
quality |  | Yesterday's row count against the same weekday of the week before catches most of what goes wrong.
pipeline |  | Kafka keeps seven days, so a consumer that has been off for longer has to be fed from the archive.
migration |  | Backfills over a million rows go at night in steps of five thousand with a pause, or replication falls behind.
duplicate |  | Set lock_timeout before an ALTER.
retired |  | ~~dbt models are run by hand.~~ ← STALE (scheduled since February)
# accessibility-checker
## ui-developer · Conventions
shared | 2026-10-17 | Components are in src/ui, one folder each with its story; pages never hold markup of their own.
shared | 2026-10-18 | Copy comes from locales/en.json, never from the component.
## ui-developer · Accessibility
accessibility | 2026-10-21 | The date picker traps the keyboard in Safari; Escape has to give the focus back to the field.
accessibility | 2026-10-23 | axe passes the toast, yet VoiceOver never reads it: the live region is made at the same moment as its text.
accessibility | 2026-10-25 | Contrast of the grey on the cards is 4.1:1, below what AA asks for.
## ui-developer · Styling
style | 2026-10-26 | Spacing goes by the 4-px tokens; 13px in a file is always a mistake.
style | 2026-10-27 | z-index above 50 belongs to the modal only, everything else uses isolate.
## ui-developer · State
state | 2026-10-28 | The cart lives in the URL and in the query cache, never in a store; three sources of truth cost us a week.
## ui-developer · Handovers
coordinator | 2026-10-30 | The stylist goes first on a new component, then the accessibility pass; the other way round the second undoes the first.
coordinator | 2026-11-01 | Design questions go to Lou, and only Lou; two answers from two designers cost us the last sprint.
## ui-developer · Now
noise |  | Storybook is rebuilding, back in a minute.
stale | 2025-10-17 | IE11 needs the polyfill bundle.
## ui-developer · Notes
accessibility |  | People who use the app with a switch cannot reach the filter, since it opens on hover alone.
accessibility |  | Icons that stand alone need a name, and the tooltip is not one.
style |  | Dark mode was done by inverting, so every shadow is wrong and has to be set again.
state |  | After a mutation refetch the list rather than patch it; the patched one was wrong whenever a filter was on.
shared |  | Safari on the old iPads is a third of our users, so look there before you call anything done.
accessibility |  | The error under a field has to be tied to it, otherwise nobody who listens to the page hears why the form did not go through.
coordinator |  | Give one component to one person at a time; the button was rebuilt by three of us in the same week.
state |  | The form loses what was typed when the token is renewed, because the provider mounts its children anew.
style |  | Fonts arrive late and move everything down by a line; reserve the room for them.
shared |  | Ship no new dependency over 20 kB without asking, the budget of the page is spent.
duplicate |  | Spacing tokens are in steps of 4 px; 13px is a mistake.
retired |  | ~~Styles are written in SCSS modules.~~ ← STALE (Tailwind since December)
# dependency-auditor
## security-reviewer · Project Context
shared | 2026-10-16 | Payroll for 300 small firms; the auditors come in April and read our findings.
shared | 2026-10-17 | Severity is high, medium or low with one sentence of reason; CVSS figures are not used here.
## security-reviewer · Supply Chain
dependency | 2026-10-20 | \`npm audit\` reports the build tools as well; run it with \`--omit=dev\` before you raise an alarm.
dependency | 2026-10-23 | left-pad-like packages with one maintainer need a second look: ua-parser was taken over that way.
dependency | 2026-10-24 | The lockfile of apps/kiosk is not covered by Renovate; its packages are two years behind.
## security-reviewer · Code Findings
code | 2026-10-26 | String concatenation into SQL turns up in the report module again and again; look at every \`.raw(\`.
code | 2026-10-28 | Comparing tokens with === leaks timing; crypto.timingSafeEqual is in lib/safe.ts.
## security-reviewer · Requirements
spec | 2026-10-29 | The retention period of payslips is ten years by law, whatever the story says; check it against the spec.
## security-reviewer · API Surface
contract | 2026-10-30 | The partner API promises that unknown fields are ignored; removing one from the response still broke two partners.
## security-reviewer · Process
coordinator | 2026-11-02 | High findings are sent to the owner of the module and to Ines the same day; collect the others for Friday.
## security-reviewer · Scratch
noise |  | TODO tonight: finish reading the diff of PR 1182.
stale | 2025-10-14 | bcrypt 3 does not build on the runners.
## security-reviewer · Accumulated Findings
dependency |  | GPL is not allowed in what we ship to customers, and the PDF library came close to it.
dependency |  | Upgrades of the ORM want reading of its release notes from first to last, twice they changed a default.
code |  | Whoever writes a new endpoint forgets the check of the tenant; I look for it first.
shared |  | A finding without a way to reproduce it is sent back, so add the request that shows it.
dependency |  | Postinstall scripts are switched off in CI, which is why sharp has to be fetched by hand.
spec |  | The story says administrator where the law says employer, and they are not the same person.
contract |  | Whatever leaves the building as JSON has a schema in contracts/, and it lags behind what is really sent.
coordinator |  | If code and spec review contradict one another, hold the merge and get them into one thread.
shared |  | People here answer comments that propose a fix, and forget the others.
dependency |  | The base image is rebuilt on Sundays; a hole that is patched upstream on Monday stays open for six days.
code |  | Exceptions are logged with the whole request, passwords included, wherever the old middleware is in use.
noise |  | Session ended early because of the rate limit.
duplicate |  | npm audit without --omit=dev also reports build tools.
# interface-architect
## architect · Project Context
shared | 2026-10-17 | Freightdesk is a booking platform for small carriers: one monorepo, TypeScript on the server, Swift in the driver app.
shared | 2026-10-17 | British spelling and ISO dates in everything we hand in; the client's reviewers send back anything else.
structure | 2026-10-19 | packages/quotes may be imported by packages/bookings, never the other way round; eslint-plugin-boundaries enforces it.
## architect · API Conventions
interface | 2026-10-24 | Every list endpoint takes \`cursor\` and \`limit\` and answers \`{items, next}\`; offset paging was removed in v3.
interface | 2026-10-26 | Errors leave the service as problem+json with a stable \`type\` URI; clients switch on it, so a URI is never renamed.
## architect · Watch Points
risk | 2026-10-12 | The pricing worker has no retry limit: one poison message took the whole queue down for two hours in January.
risk | 2026-10-30 | Single point of failure: all tariff look-ups go through one Redis without a replica.
## architect · Working with others
coordinator | 2026-10-31 | Have the structure view finished before the risk pass begins; the other order cost us a redo twice.
coordinator | 2026-11-02 | When structure and interface disagree about where a type lives, take it to Amara before either writes it down.
## architect · Open Threads
noise |  | Halfway through the diagram for ticket FD-812, continue after lunch.
stale | 2025-11-14 | The gateway still runs Express 4 behind nginx.
## architect · Accumulated Findings
interface |  | The driver app pins the booking payload by hand-written structs, so adding an optional field is safe and renaming one is not.
shared |  | Read docs/adr before you propose anything; half of the questions people ask are answered there.
structure |  | The shared folder has grown into a dumping ground; forty of its sixty files are used by one package only.
interface |  | What a carrier sends us by webhook is never to be trusted to be in order; the envelope carries a sequence number for that.
risk |  | Nobody has ever restored the tariff database from its backups, so count on that failing the first time.
coordinator |  | Ask the three of them for at most one page each, otherwise the synthesis takes longer than the analysis.
shared |  | Diagrams are kept as mermaid text next to the module that they describe, since pictures went out of date unnoticed.
structure |  | Circular imports between customers and invoices come from the Address type; it ought to have a home of its own.
interface |  | gRPC is for service to service only, browsers get REST, because the proxy in front of the customers' networks breaks streams.
retired |  | ~~Bookings are stored in MongoDB.~~ ← STALE (moved to PostgreSQL)
duplicate |  | Offset paging was removed in v3; list endpoints take cursor and limit.
risk |  | If the currency service is down, quotes go out with yesterday's rate and no mark of it, which is a liability towards customers.
`
