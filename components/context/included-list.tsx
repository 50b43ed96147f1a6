import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { DrawnText } from "@/components/text/drawn-text"
import { InlineText } from "@/components/memory-files/reader/inline-text"
import { Tag } from "@/components/ui/tag"
import { shortPath } from "@/components/text/short-path"
import { MoveMark } from "./move-mark"
import type { Moves } from "./moves"
import { ContextScore } from "./score"
import type { IncludedEntry } from "./context-types"

interface ToldListProps {
  team: string
  entries: readonly IncludedEntry[]
  /** Words of the task, to be highlighted. */
  terms: readonly string[]
  /** The effect of the task; null without a task. */
  moves: Moves | null
  now: Date
}

/** The entries of the context in order, each with a link to its file and line. */
export function IncludedList({ team, entries, terms, moves, now }: ToldListProps) {
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
              <Cited team={team} entry={entry} now={now} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The place of an entry, its type, its duplicates and its score. */
function Cited({ team, entry, now }: { team: string; entry: IncludedEntry; now: Date }) {
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-3">
      <Link
        data-told
        href={filePath(team, entry.file, entry.line)}
        title={`${entry.path}:${entry.line}`}
        className="py-0.75 font-mono wrap-anywhere text-ink-2 after:absolute after:inset-0"
      >
        <DrawnText text={shortPath(entry.path)} />:{entry.line}
      </Link>
      {entry.section ? (
        <span className="wrap-anywhere">
          <DrawnText text={entry.section} />
        </span>
      ) : null}
      {entry.type ? (
        <Tag>
          <DrawnText text={entry.type} />
        </Tag>
      ) : null}
      {entry.scope === "project" ? null : <Tag>{entry.scope}</Tag>}
      {entry.date ? <time dateTime={entry.date}>{entry.date}</time> : <span>undated</span>}
      {entry.copies.length > 0 ? (
        <span className="wrap-anywhere">
          also in{" "}
          {entry.copies.map((copy, at) => (
            <span key={copy.id} title={copy.path}>
              {at > 0 ? ", " : ""}
              <span className="font-mono">
                <DrawnText text={shortPath(copy.path)} />:{copy.line}
              </span>
            </span>
          ))}
        </span>
      ) : null}
      <ContextScore team={team} entry={entry} now={now} />
    </div>
  )
}
