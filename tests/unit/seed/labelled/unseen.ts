/**
 * Entries of other fleets, written after the first rules, which were correct for 42% of them. The rules'
 * words were extended for these entries, so they count as development data.
 */
export const UNSEEN = `
# verification
## verifier · Notes
static | 2026-08-04 | Three configuration keys are read and never declared
static | 2026-09-11 | The published types do not match the files that they are said to describe
static | 2026-10-20 | A path in the manifest points at nothing since the move
relational | 2026-07-21 | The table of prices refers to products by name, the shop by number
relational | 2026-09-02 | Both readers of the calendar believe they are the only one
relational | 2026-10-09 | The diagram shows an arrow from billing to mail, there is none
behavioral | 2026-08-15 | Pressing cancel during the upload still books the parcel
behavioral | 2026-09-27 | The second call returns the cached answer even after a change
behavioral | 2026-11-03 | With no network the client reports success
impact | 2026-08-29 | Changing the rounding mode alters every invoice of last year when it is printed again
impact | 2026-10-16 | Renaming a queue silences two teams that nobody told
shared | 2026-09-14 | A finding without the command that shows it is not accepted
shared | 2026-10-30 | Figures come from the replica, never from a screenshot
coordinator | 2026-11-06 | Static and behavioral results contradicted each other on the upload; both had looked at different commits
stale | 2026-03-03 | The manifest is written by hand
noise | 2026-11-12 | WIP
# guild
## auditor · What I Learned
security | 2026-07-18 | Tokens end up in the query string of the export link and from there in the logs of the proxy
security | 2026-08-26 | The admin pages trust a header that anyone can send
security | 2026-10-12 | Uploaded SVG files run scripts when they are opened directly
security | 2026-11-01 | Two service accounts can read every bucket
performance | 2026-07-25 | The product list fetches each price on its own, forty round trips for a page
performance | 2026-09-06 | Compressing twice cost more time than it saved
performance | 2026-10-23 | The largest customer waits nine seconds for the overview, everybody else one
accessibility | 2026-08-09 | The date picker cannot be left without a mouse
accessibility | 2026-09-19 | Error texts are red and nothing else tells that they are errors
accessibility | 2026-10-27 | Headings jump from the first level to the fourth on all help pages
shared | 2026-08-31 | Findings go to the team that owns the page before they go into the report
shared | 2026-10-05 | The company follows the German rules where they are stricter
retired | 2026-06-20 | ~~Scans run on Sundays~~
noise | 2026-11-10 | Ran the lint, clean
# mobile
## app-developer · Accumulated Findings
ios | 2026-07-12 | Background refresh stops when the phone is in low power mode, Swift gets no callback
ios | 2026-09-03 | TestFlight builds expire after ninety days
ios | 2026-10-18 | Widgets share the keychain group with the main target
android | 2026-08-07 | The Gradle cache breaks when the JDK changes
android | 2026-09-22 | Samsung phones kill the service after five minutes
android | 2026-10-29 | Proguard removed the classes that are only used by name
backend | 2026-08-20 | Old app versions still call the first login endpoint, it must answer
backend | 2026-10-02 | Push messages are sent by the worker at most once per user and hour
shared | 2026-09-10 | Texts come from the translation tool, never from code
shared | 2026-10-25 | We support the last three major versions of both systems
coordinator | 2026-11-04 | Release both apps together, or tell the other agent why not
duplicate | 2026-11-05 | Texts never come from code but from the translation tool
# data
## data-engineer · Watch Points
ingest | 2026-08-11 | The supplier's file arrives twice on the first of the month, with the same name
ingest | 2026-09-17 | Rows with a broken encoding are set aside, not dropped
ingest | 2026-10-21 | The nightly load must be finished before five, or the stores open without prices
model | 2026-07-30 | Training on the weeks around Christmas ruins the forecast for January
model | 2026-09-08 | The accuracy that was reported came from rows that were also in the training set
model | 2026-10-14 | Retraining weekly is no better than monthly
report | 2026-08-25 | The sales dashboard counts returns as sales with a minus, the finance sheet does not
report | 2026-10-07 | Charts begin at zero; the board complained once
shared | 2026-09-29 | A week begins on Monday in all of our data
shared | 2026-11-02 | Customer names never leave the warehouse
`
