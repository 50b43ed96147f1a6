/**
 * Entries written after the rules were finished and never used for tuning. They show the accuracy to expect
 * for an unknown predecessor without helpful headings.
 */
export const FRESH = `
# architecture
## system-architect · Findings
structure | 2026-09-01 | The notifier lives inside the web app and ought to be a process of its own
structure | 2026-09-03 | Helpers that three teams copy belong in the toolkit
structure | 2026-10-11 | One repository for each plug-in was tried and given up
interface | 2026-08-15 | Search takes its filters as one encoded text, which nobody can read in a log
interface | 2026-09-20 | Two spellings of the same query parameter are accepted since the merger
interface | 2026-10-09 | A missing total means that counting took too long
risk | 2026-08-28 | The only person who can restart the importer leaves in March
risk | 2026-09-25 | Backups have never been restored as a trial
risk | 2026-10-30 | An invoice may be sent to the wrong customer when two share an address
shared | 2026-09-12 | Everything runs in Frankfurt, for legal reasons
coordinator | 2026-11-02 | Cut and failure analysis keep naming different owners for the importer; settle that first
# planning
## planner · Lessons
decomposition | 2026-08-12 | Renames go into a change of their own
decomposition | 2026-10-03 | What cannot be tried out alone is no step
interface | 2026-09-09 | The format of the export file was planned by both sides, in two ways
strategy | 2026-08-30 | Keep the old importer running beside the new one for a month and compare
strategy | 2026-10-19 | Small customers are moved first, they forgive
shared | 2026-09-30 | August is holiday time: half of the people are away
# validation
## skeptic · Findings
correctness | 2026-08-08 | The discount is applied before tax in one place and after it in the other
correctness | 2026-10-02 | Months were taken as thirty days
completeness | 2026-09-04 | No word about customers who have no mobile phone
completeness | 2026-10-21 | The plan ends with the launch; support is not in it
robustness | 2026-09-16 | One slow customer blocks the queue for all others
robustness | 2026-11-01 | The service never comes back by itself after the database was away
# testing
## tester · Notes
unit | 2026-08-21 | Give the price rules plain values, not the whole order
contract | 2026-09-18 | The warehouse sends numbers as text, its description says otherwise
regression | 2026-10-08 | Umlauts in file names were broken in spring and in autumn; a case for each stays
shared | 2026-10-24 | A failing case is fixed on the day or reported
# review
## reviewer · Notes
spec | 2026-08-18 | The ticket asks for a weekly mail, the change sends it daily
code | 2026-09-23 | Five arguments in a row of the same kind are asking to be swapped
contract | 2026-10-13 | Callers outside still send the old name of the field
regression | 2026-10-28 | The last three changes of the calendar each undid the one before
# web
## developer · Notes
backend | 2026-08-23 | The upload is read into memory as a whole; 2 GB stop the server
backend | 2026-10-07 | Sign-in mails are sent while the caller waits
frontend | 2026-09-11 | The table jumps when a filter is opened
frontend | 2026-10-16 | Long German words run out of the buttons
db | 2026-09-26 | Counting all orders takes half a minute; read the estimate instead
db | 2026-10-31 | Two rows for the same order exist since the double import of May
shared | 2026-11-03 | Prices are shown with tax everywhere
`
