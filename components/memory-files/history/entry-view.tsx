import { ButtonLink } from "@/components/ui/button"
import { FactList } from "@/components/memory-files/reader/fact-list"
import { DrawnText } from "@/components/text/drawn-text"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { EntryMoves, type MoveShown } from "./entry-moves"
import { EntryEvent, type EventShown } from "./entry-event"
import type { TurnSide } from "./entry-turns"
import type { RestoreAction } from "./history-types"

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
  /** Null if the person may not restore. */
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
            {now ? <DrawnText text={now.text} /> : "This entry is no longer in the file"}
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
                          , <DrawnText text={now.section} />
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
                            : <DrawnText text={now.retiredBecause} />
                          </>
                        ) : null}
                      </>
                    ) : null,
                },
                { term: "Date", value: now.date },
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
        <DrawnText text={message} />
      </Notice>
    </div>
  )
}
