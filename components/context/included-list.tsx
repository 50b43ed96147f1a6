import { formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { InlineText } from "@/components/text/inline-markdown"
import { Tag } from "@/components/ui/tag"
import type { Moves, RankMove, IncludedEntry } from "./agent-context"
import { type EntryMark, MarkTags } from "./entry-marks"
import { describeDays, ageInDays } from "@/lib/memory/memory-files/entry-dates"
import {
  sharesOf,
  type Share,
  APPROVED_FREQUENCY,
  APPROVED_HALF_LIFE_DAYS,
  HALF_LIFE_DAYS,
  MANY_ACCESSES,
  type ScoreParts,
  TASK_SHARE,
} from "@/lib/memory/context/rank"
import { OWN_SHARE } from "@/lib/memory/context/context-selection"
import { APPROVED_CONFIDENCE, UNKNOWN_CONFIDENCE } from "@/lib/memory/policies/policy"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** The score of an entry as a bar of its parts. Opens to show the figures. */
function ContextScore({ team, entry, now }: { team: string; entry: IncludedEntry; now: Date }) {
  const shares = sharesOf(entry.parts)
  return (
    <details className="relative ml-auto shrink-0 open:ml-0 open:basis-full">
      <summary className="flex items-center gap-2 rounded-md px-1 text-ink-2 hover:text-ink">
        <ScoreBar shares={shares} />
        <span className="sr-only">Score </span>
        <span className="font-medium tabular-nums">{entry.score.toFixed(2)}</span>
      </summary>
      <div className="mt-1.5 mb-1 grid max-w-110 gap-2">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">Score calculation</caption>
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="font-normal">
                Part
              </th>
              <th scope="col" className="text-right font-normal">
                Value
              </th>
              <th scope="col" className="text-right font-normal">
                Weight
              </th>
              <th scope="col" className="text-right font-normal">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map((share) => (
              <tr key={share.part}>
                <th scope="row" className="font-normal">
                  <span
                    aria-hidden
                    className={`mr-2 inline-block size-2 rounded-xs ${PART_LOOK[share.part].fill}`}
                  />
                  {PART_LOOK[share.part].label}
                  {share.part === "recency" && entry.date ? (
                    <span className="text-ink-3">, {dated(entry.date, now)}</span>
                  ) : null}
                </th>
                <td className="text-right">{share.value.toFixed(2)}</td>
                <td className="text-right text-ink-3">× {share.weight.toFixed(2)}</td>
                <td className="text-right font-medium">{share.adds.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <Link href={filePath(team, entry.file, entry.line)} className="text-link">
            Edit, forget or verify the entry in its file
          </Link>
        </p>
      </div>
    </details>
  )
}

/** A bar of the parts; the empty rest is the missing score. */
function ScoreBar({ shares }: { shares: readonly Share[] }) {
  return (
    <span aria-hidden className="flex h-2 w-24 overflow-hidden rounded-full bg-raised shadow-hairline">
      {shares.map(({ part, adds }) => (
        <span
          key={part}
          className={`border-r border-surface last:border-r-0 ${PART_LOOK[part].fill}`}
          style={{ width: `${(adds * 100).toFixed(1)}%` }}
        />
      ))}
    </span>
  )
}

function dated(date: string, now: Date): string {
  const age = describeDays(ageInDays(date, now))
  if (age === null) return formatDay(date)
  return /\d/.test(age) && !age.startsWith("in ") ? `${age} ago` : age
}

/** The change of an entry's rank through the task. Nothing if it did not move. */
function MoveMark({ move }: { move: RankMove }) {
  switch (move.kind) {
    case "new":
      return (
        <span className="rounded-full bg-accent-wash px-1 text-xs font-medium text-accent">
          new<span className="sr-only"> with this task</span>
        </span>
      )
    case "up":
      return (
        <span className="text-xs font-medium whitespace-nowrap text-good">
          <span aria-hidden>▲ {move.by}</span>
          <span className="sr-only">moved up {move.by} in rank because of the task</span>
        </span>
      )
    case "down":
      return (
        <span className="text-xs whitespace-nowrap text-ink-3">
          <span aria-hidden>▼ {move.by}</span>
          <span className="sr-only">moved down {move.by} in rank because of the task</span>
        </span>
      )
    case "same":
      return null
  }
}

interface ToldListProps {
  team: string
  entries: readonly IncludedEntry[]
  /** Words of the task, to be highlighted. */
  terms: readonly string[]
  /** Rank changes that the task causes, shown beside the entries; null without a task. */
  moves: Moves | null
  /** Returns the marks to show beside an entry. Default: none. */
  marksOf?: (entry: IncludedEntry) => readonly EntryMark[]
  now: Date
}

/** The entries of the context in order, each with a link to its file and line. */
export function IncludedList({ team, entries, terms, moves, marksOf, now }: ToldListProps) {
  return (
    <ol className="rounded-lg border border-line bg-surface">
      {entries.map((entry, place) => {
        const move = moves?.of.get(entry.id)
        return (
          <li
            key={entry.id}
            className="relative flex items-baseline gap-2 border-t border-line py-2 pr-3 first:border-t-0 hover:bg-raised has-[a:focus-visible]:bg-accent-wash"
          >
            <span className="grid w-10 shrink-0 justify-items-end gap-0.5 text-right">
              <span className="font-mono text-sm text-ink-3 tabular-nums">{place + 1}</span>
              {move ? <MoveMark move={move} /> : null}
            </span>
            <div className="min-w-0 flex-1">
              <p className="line-clamp-6 wrap-anywhere whitespace-pre-line">
                <InlineText text={entry.text} {...(terms.length > 0 && { terms })} />
              </p>
              <Cited team={team} entry={entry} marks={marksOf?.(entry) ?? []} now={now} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The place of an entry, its type, its marks, its duplicates and its score. */
function Cited({
  team,
  entry,
  marks,
  now,
}: {
  team: string
  entry: IncludedEntry
  marks: readonly EntryMark[]
  now: Date
}) {
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-3">
      <Link
        data-told
        href={filePath(team, entry.file, entry.line)}
        title={`${entry.path}:${entry.line}`}
        className="py-0.75 font-mono wrap-anywhere text-ink-2 after:absolute after:inset-0"
      >
        <VisibleText text={shortPath(entry.path)} />:{entry.line}
      </Link>
      {entry.section ? (
        <span className="wrap-anywhere">
          <VisibleText text={entry.section} />
        </span>
      ) : null}
      {entry.type ? (
        <Tag>
          <VisibleText text={entry.type} />
        </Tag>
      ) : null}
      {entry.scope === "project" ? null : <Tag>{entry.scope}</Tag>}
      <MarkTags marks={marks} />
      {entry.date ? <time dateTime={entry.date}>{formatDay(entry.date)}</time> : <span>undated</span>}
      {entry.copies.length > 0 ? (
        <span className="wrap-anywhere">
          also in{" "}
          {entry.copies.map((copy, at) => (
            <span key={copy.id} title={copy.path}>
              {at > 0 ? ", " : ""}
              <span className="font-mono">
                <VisibleText text={shortPath(copy.path)} />:{copy.line}
              </span>
            </span>
          ))}
        </span>
      ) : null}
      <ContextScore team={team} entry={entry} now={now} />
    </div>
  )
}

/** The name and the color of each part of the score. */
const PART_LOOK: Readonly<Record<keyof ScoreParts, { readonly label: string; readonly fill: string }>> = {
  relevance: { label: "Relevance", fill: "bg-good" },
  confidence: { label: "Confidence", fill: "heat-3" },
  recency: { label: "Recency", fill: "heat-2" },
  frequency: { label: "Frequency", fill: "heat-1" },
}

const FULL: ScoreParts = { confidence: 1, recency: 1, frequency: 1 }

const MEANS: Readonly<Record<keyof ScoreParts, string>> = {
  relevance:
    "How much of the task the entry covers, with more weight on rare words. The best match counts as 1.",
  confidence: `The confidence stated in the memory file or the proposal. If none is stated, it is ${APPROVED_CONFIDENCE} for entries that a curator approved and ${UNKNOWN_CONFIDENCE} for all others.`,
  recency: `Halves every ${HALF_LIFE_DAYS} days, starting on the entry’s date or, if it has none, on the day it was added.`,
  frequency: `How often the entry was read, on a logarithmic scale: ${MANY_ACCESSES.toLocaleString("en")} reads count as 1. Entries approved today count as at least ${APPROVED_FREQUENCY}, and this minimum halves every ${APPROVED_HALF_LIFE_DAYS} days.`,
}

/** The scoring rule with its weights, in enough detail to calculate a score by hand. */
export function ScoreRule({ withTask }: { withTask: boolean }) {
  const shares = sharesOf(withTask ? { ...FULL, relevance: 1 } : FULL)
  return (
    <details>
      <summary className="font-semibold">How scores are calculated</summary>
      <div className="mt-2 grid gap-2">
        <dl className="grid gap-2">
          {shares.map(({ part, weight }) => (
            <div key={part} className="flex gap-2.5">
              <dt className="flex w-34 shrink-0 items-baseline gap-2 font-medium">
                <span aria-hidden className={`size-2 shrink-0 rounded-xs ${PART_LOOK[part].fill}`} />
                {PART_LOOK[part].label}
                <span className="font-normal text-ink-3 tabular-nums">{weight.toFixed(2)}</span>
              </dt>
              <dd className="min-w-0 text-ink-2">{MEANS[part]}</dd>
            </div>
          ))}
        </dl>
        <p className="text-ink-2">
          {withTask
            ? `When a task is given, relevance is ${TASK_SHARE * 100}% of the score, and the other three parts share the rest.`
            : `At session start, ${OWN_SHARE * 100}% of the budget is reserved for the highest-scoring entries from the agent’s own memory and its category’s memory. When a task is given, relevance is ${TASK_SHARE * 100}% of the score, and these three parts share the rest.`}{" "}
          If scores are equal, newer entries come first. Duplicates are included once. If an entry does not
          fit, shorter entries below it may be included instead.
        </p>
      </div>
    </details>
  )
}
