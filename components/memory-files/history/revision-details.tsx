import { formatDay } from "@/components/data/time-text"
import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { Tag, type Tone } from "@/components/ui/tag"
import { diffWords } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { Pieces } from "@/components/text/differing-words"
import { Instant } from "@/components/data/instant"
import { FactList } from "@/components/memory-files/reader/entry-facts"
import { TURN_WORDS, type RevisionOrigin, type RevisionLine, describeWho } from "./history-text"

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
          {count(more, "more entry", "more entries")} changed. See the line changes below.
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
