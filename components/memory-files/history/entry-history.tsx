import { ButtonLink } from "@/components/ui/button"
import { FactList } from "@/components/memory-files/reader/entry-facts"
import { VisibleText } from "@/components/text/visible-text"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { TurnTags, TurnWords, type TurnSide, OriginFacts, type RestoreAction } from "./revision-details"
import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { RestoreForm } from "./restore-form"
import { formatDay } from "@/components/data/time-text"
import { migrationPath } from "@/components/data/addresses"
import { Tag } from "@/components/ui/tag"

type MoveShown = OutputOf<"entry.history">["moves"][number]

/** Moves of an entry by layout migrations, with links to its history there. */
function EntryMoves({ team, moves }: { team: string; moves: readonly MoveShown[] }) {
  if (moves.length === 0) return null
  return (
    <ul aria-label="Moved by migrations" className="divide-y divide-line rounded-lg border border-line">
      {moves.map(({ migration, way, file, entry, path, line, by, at, undone }) => (
        <li
          key={`${migration} ${way} ${entry}`}
          className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-3 py-1.5 wrap-anywhere"
        >
          <span>
            {way === "from" ? "Moved here from " : "Moved to "}
            <Link href={`/t/${team}/memory/${file}?view=entry&entry=${entry}`} className="text-link">
              <VisibleText text={`${path}:${line}`} />
            </Link>{" "}
            by{" "}
            <Link href={migrationPath(team, migration)} className="text-link">
              the migration on {formatDay(at.slice(0, 10))}
            </Link>
            , run by {by}
          </span>
          {undone ? <Tag tone="neutral">undone</Tag> : null}
        </li>
      ))}
    </ul>
  )
}

type EventShown = OutputOf<"entry.history">["events"][number]

interface EntryEventProps {
  team: string
  entry: string
  file: string
  head: number
  event: EventShown
  now: TurnSide | null
  restore: RestoreAction | null
}

/** A revision that changed an entry: the text, the author and the reason. */
function EntryEvent({ team, entry, file, head, event, now, restore }: EntryEventProps) {
  const { revision, turns, forgotten, before, after } = event
  const gone = after === null
  /** The text to restore: after the change, or before it if the entry was removed. */
  const wording = after ?? before
  const isNow = wording !== null && now !== null && wording.text === now.text && wording.state === now.state
  return (
    <li className="grid gap-2 px-3.5 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <TurnTags turns={gone && forgotten !== null ? ["forgotten"] : turns} />
        <Link
          href={`?view=history&revision=${revision.number}`}
          className="ml-auto text-sm text-link tabular-nums"
        >
          Revision {revision.number}
        </Link>
      </div>
      <div>
        <TurnWords before={before} after={after} />
      </div>
      {revision.from.length > 0 ? null : (
        <p className="text-ink-2 wrap-anywhere">
          <VisibleText text={revision.reason} />
        </p>
      )}
      <OriginFacts team={team} revision={revision} />
      {restore && wording ? (
        <RestoreForm
          action={restore}
          fields={{
            entry,
            file,
            revision: String(gone ? revision.number - 1 : revision.number),
            base: String(head),
          }}
          label={isNow ? null : restoreLabel(wording, now)}
        />
      ) : null}
    </li>
  )
}

function restoreLabel(wording: TurnSide, now: TurnSide | null): string {
  if (now === null) return "Restore this entry to the file"
  return `Restore this version: ${describeChange(wording, now)}`
}

function describeChange(wording: TurnSide, now: TurnSide): string {
  if (wording.text !== now.text)
    return `replaces line ${now.line}${wording.state === "retired" ? " (retired)" : ""}`
  return wording.state === "retired" ? `retires line ${now.line}` : `restores line ${now.line}`
}

interface EntryViewProps {
  team: string
  history: {
    id: string
    file: { id: string; head: number }
    now: (TurnSide & { date: string | null; type: string | null; retiredBecause: string | null }) | null
    events: readonly EventShown[]
    moves: readonly MoveShown[]
    next: number | null
  }
  /** Action that restores a text. Null if the person may not restore. */
  restore: RestoreAction | null
}

/** The history of an entry, newest first. Each text can be restored. */
export function EntryView({
  team,
  history: { id, file, now, events, moves, next },
  restore,
}: EntryViewProps) {
  return (
    <div className="min-h-below-top bg-surface px-4 py-4 pb-16 lg:px-7 lg:py-5">
      <div className="grid max-w-190 gap-5">
        <section aria-labelledby="entry" className="grid gap-2">
          <h2 id="entry" className="text-lg wrap-anywhere whitespace-pre-line">
            {now ? <VisibleText text={now.text} /> : "This entry is no longer in the file"}
          </h2>
          {now ? (
            <FactList
              facts={[
                {
                  term: "Location",
                  value: (
                    <>
                      line {now.line}
                      {now.section === null ? null : (
                        <>
                          , <VisibleText text={now.section} />
                        </>
                      )}
                    </>
                  ),
                },
                {
                  term: "State",
                  value:
                    now.state === "retired" ? (
                      <>
                        retired
                        {now.retiredBecause ? (
                          <>
                            : <VisibleText text={now.retiredBecause} />
                          </>
                        ) : null}
                      </>
                    ) : null,
                },
                { term: "Date", value: now.date === null ? null : formatDay(now.date) },
                { term: "Type", value: now.type },
              ]}
            />
          ) : null}
          {now ? (
            <p>
              <ButtonLink size="sm" href={`?line=${now.line}`}>
                Show in file
              </ButtonLink>
            </p>
          ) : null}
        </section>
        <EntryMoves team={team} moves={moves} />
        {events.length === 0 ? (
          <Empty title="No earlier changes">No earlier revision of this file changed the entry.</Empty>
        ) : (
          <ol
            aria-label="History of this entry"
            className="divide-y divide-line rounded-lg border border-line"
          >
            {events.map((event) => (
              <EntryEvent
                key={event.revision.number}
                team={team}
                entry={id}
                file={file.id}
                head={file.head}
                event={event}
                now={now}
                restore={restore}
              />
            ))}
          </ol>
        )}
        {next === null ? null : (
          <p>
            <ButtonLink size="sm" href={`?view=entry&entry=${id}&before=${next}`}>
              Changes before revision {next}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  )
}

/** Notice that the line in the address has no entry, such as a heading or a blank line. */
export function NoEntryHere({ message }: { message: string }) {
  return (
    <div className="grid max-w-160 gap-4 p-4 lg:px-7">
      <Notice
        tone="caution"
        title="No entry at this line"
        action={
          <ButtonLink size="sm" href="?view=blame">
            Choose another line
          </ButtonLink>
        }
      >
        <VisibleText text={message} />
      </Notice>
    </div>
  )
}
