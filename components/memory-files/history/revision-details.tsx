import { formatDay } from "@/components/data/time-text"
import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag, type Tone } from "@/components/ui/tag"
import { diffWords } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { Pieces } from "@/components/text/differing-words"
import { Instant } from "@/components/data/instant"
import { FactList } from "@/components/memory-files/reader/entry-facts"
import type { FormState } from "@/components/data/form-state"

export type TurnSide = NonNullable<ComparedEntry["after"]>

export type ComparedEntry = OutputOf<"file.compare">["entries"][number]

/** Entry changes between two revisions. */
export function EntryTurns({ entries, more }: { entries: readonly ComparedEntry[]; more: number }) {
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {entries.map((one) => (
          <li
            key={`${one.id}${one.before?.line}${one.after?.line}`}
            className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-3 py-1.5"
          >
            <TurnTags turns={one.turns} />
            <span className="min-w-0 flex-1 basis-60">
              <TurnWords before={one.before} after={one.after} />
            </span>
            {one.id === null ? null : (
              <Link href={`?view=entry&entry=${one.id}`} className="text-sm text-link">
                History<span className="sr-only"> of this entry</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-1.5 text-sm text-ink-2">
          {formatCount(more, "more entry")} changed. See the line changes below.
        </p>
      ) : null}
    </>
  )
}

const TONES: Readonly<Record<string, Tone>> = {
  added: "good",
  restored: "good",
  removed: "danger",
  forgotten: "danger",
  retired: "caution",
}

export function TurnTags({ turns }: { turns: readonly string[] }) {
  return (
    <span className="flex w-24 shrink-0 flex-wrap gap-1">
      {turns.map((turn) => (
        <Tag key={turn} tone={ownValue(TONES, turn) ?? "neutral"}>
          {ownValue(TURN_WORDS, turn) ?? turn}
        </Tag>
      ))}
    </span>
  )
}

/** The text of an entry before and after, with differing words marked. */
export function TurnWords({ before, after }: { before: TurnSide | null; after: TurnSide | null }) {
  if (before === null || after === null) return <OneText of={after ?? before} isStruck={after === null} />
  if (before.text !== after.text) return <ChangedText before={before.text} after={after.text} />
  return (
    <>
      <OneText of={after} isStruck={false} />
      <Details before={before} after={after} />
      {before.section === after.section ? null : (
        <span className="text-ink-2">
          {" "}
          from {before.section ?? "the top of the file"} to {after.section ?? "the top of the file"}
        </span>
      )}
    </>
  )
}

/** A text, struck out if the entry is retired or removed. */
function OneText({ of, isStruck }: { of: TurnSide | null; isStruck: boolean }) {
  const words = (
    <span className="whitespace-pre-line wrap-anywhere">
      <VisibleText text={of?.text ?? ""} />
    </span>
  )
  return isStruck || of?.state === "retired" ? <s>{words}</s> : words
}

function ChangedText({ before, after }: { before: string; after: string }) {
  const { cut, add } = diffWords(before, after)
  return (
    <span className="grid gap-0.5 whitespace-pre-line wrap-anywhere">
      <span>
        <span className="sr-only">Before: </span>
        <span aria-hidden className="mr-1.5 text-danger">
          −
        </span>
        <Pieces pieces={cut} as="cut" />
      </span>
      <span>
        <span className="sr-only">After: </span>
        <span aria-hidden className="mr-1.5 text-good">
          +
        </span>
        <Pieces pieces={add} as="add" />
      </span>
    </span>
  )
}

const DETAILS = ["date", "type", "confidence"] as const

/** Changed details of an entry. */
function Details({ before, after }: { before: TurnSide; after: TurnSide }) {
  const changed = DETAILS.filter((one) => (before[one] ?? null) !== (after[one] ?? null))
  return changed.map((one) => (
    <span key={one} className="text-ink-2">
      {" "}
      · {one} {detailText(before, one)} → {detailText(after, one)}
    </span>
  ))
}

function detailText(side: TurnSide, detail: (typeof DETAILS)[number]): string | number {
  if (detail === "date" && side.date) return formatDay(side.date)
  return side[detail] ?? "none"
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
}

/**
 * Author, date and proposals of a revision. If the author approved the only proposal of the revision, the
 * person is shown once.
 */
export function OriginFacts({ team, revision }: { team: string; revision: RevisionLine }) {
  const [first, ...others] = revision.from
  const told = first !== undefined && others.length === 0 && first.decidedBy === revision.by
  return (
    <FactList
      facts={[
        { term: "Written by", value: told ? null : <VisibleText text={describeWho(revision)} /> },
        {
          term: "When",
          value: told ? null : <Instant at={revision.createdAt} />,
        },
        ...(first && others.length === 0
          ? [
              { term: "From", value: <From team={team} origin={first} /> },
              { term: "Reason", value: first.reason ? <VisibleText text={first.reason} /> : null },
              {
                term: ownValue(VERDICTS, first.verdict) ?? "Decided",
                value: (
                  <>
                    <VisibleText text={first.decidedBy} />, <Instant at={first.decidedAt} />
                  </>
                ),
              },
            ]
          : []),
        ...(others.length > 0 ? [{ term: "From", value: <Several team={team} from={revision.from} /> }] : []),
      ]}
    />
  )
}

function From({ team, origin }: { team: string; origin: RevisionOrigin }) {
  return (
    <>
      <VisibleText text={origin.agent ?? origin.author} />
      {origin.session ? (
        <>
          , session{" "}
          <span className="font-mono text-sm">
            <VisibleText text={origin.session} />
          </span>
        </>
      ) : null}
      {", "}
      <Link href={`/t/${team}/inbox?tab=decided&item=${origin.proposal}`} className="text-link">
        proposal
      </Link>
    </>
  )
}

function Several({ team, from }: { team: string; from: readonly RevisionOrigin[] }) {
  return (
    <ul className="grid gap-0.5">
      {from.map((one) => (
        <li key={one.proposal}>
          <From team={team} origin={one} />
        </li>
      ))}
    </ul>
  )
}

/** A proposal that a revision contains. */
type RevisionOrigin = RevisionLine["from"][number]

/** Author, date and reason of a revision. */
export type RevisionLine = OutputOf<"file.blame">["revisions"][number]

/** The result of a restore, with the values for undo. */
export interface RestoreState extends FormState {
  readonly undo?: { readonly file: string; readonly revision: number; readonly base: number }
}
export type RestoreAction = (state: RestoreState, form: FormData) => Promise<RestoreState>

/** Returns the author of a revision: the proposing agents, or else the writer. */
export function describeAuthor({ by, from }: Pick<RevisionLine, "by" | "from">): string {
  const authors = [...new Set(from.map((one) => one.agent ?? one.author))]
  if (authors.length === 0) return by
  return authors.length > 2 ? `${authors.length} authors` : authors.join(", ")
}

/** Returns the writer of a revision. */
function describeWho({ by, byKind }: Pick<RevisionLine, "by" | "byKind">): string {
  return byKind === "token" ? `${by}, via access token` : by
}

/** Returns the effect of restoring an earlier text: "changes 4 lines"; null if nothing changes. */
export function describeRestore(
  { added, cut, moved }: { added: number; cut: number; moved: number },
  same: boolean,
): string | null {
  if (same) return null
  if (added === 0 && cut === 0)
    return moved > 0 ? `moves ${formatCount(moved, "line")}` : "changes line endings"
  if (added === cut) return `changes ${formatCount(added, "line")}`
  const parts = [
    ...(added > 0 ? [`adds ${formatCount(added, "line")}`] : []),
    ...(cut > 0 ? [`removes ${added > 0 ? cut.toLocaleString("en") : formatCount(cut, "line")}`] : []),
  ]
  return parts.join(", ")
}

const TURN_WORDS: Readonly<Record<string, string>> = {
  added: "added",
  removed: "removed",
  reworded: "reworded",
  retired: "retired",
  restored: "restored",
  moved: "moved",
  restated: "updated",
}

/** Returns the entry changes in words: "2 entries added, 1 reworded". Empty if no entries changed. */
export function describeTurns(entries: readonly { turns: readonly string[] }[]): string {
  const counts = new Map<string, number>()
  for (const { turns } of entries) for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  const parts = Object.keys(TURN_WORDS).flatMap((turn) =>
    counts.has(turn) ? [{ turn, number: counts.get(turn) ?? 0 }] : [],
  )
  return parts
    .map(
      ({ turn, number }, at) =>
        `${at === 0 ? formatCount(number, "entry") : number.toLocaleString("en")} ${ownValue(TURN_WORDS, turn)}`,
    )
    .join(", ")
}
