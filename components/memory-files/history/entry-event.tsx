import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { DrawnText } from "@/components/text/drawn-text"
import { type TurnSide, TurnTags, TurnWords } from "./entry-turns"
import { OriginFacts } from "./origin-facts"
import { RestoreForm } from "./restore-form"
import type { RestoreAction } from "./history-types"

export type EventShown = OutputOf<"entry.history">["events"][number]

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
export function EntryEvent({ team, entry, file, head, event, now, restore }: EntryEventProps) {
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
          <DrawnText text={revision.reason} />
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
  if (now === null) return "Restore: adds this entry again"
  return `Restore this text: ${describeChange(wording, now)}`
}

function describeChange(wording: TurnSide, now: TurnSide): string {
  if (wording.text !== now.text)
    return `replaces line ${now.line}${wording.state === "retired" ? " (retired)" : ""}`
  return wording.state === "retired" ? `retires line ${now.line}` : `restores line ${now.line}`
}
