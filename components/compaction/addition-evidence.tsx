import { formatDates } from "@/components/data/day-text"
import type { ReactNode } from "react"
import { UntrustedText } from "@/components/text/untrusted-text"
import { count } from "@/components/data/count"
import { CitedLines, LinePlace } from "./cited-lines"
import type { Addition, NearLine, CompactionTarget } from "./compaction-types"

interface AdditionBesideProps {
  team: string
  addition: Addition
  target: CompactionTarget
}

/**
 * The log lines that an addition is based on, and the entries in memory that are similar to it or contradict
 * it.
 */
export function AdditionBeside({ team, addition: { cites, near, against }, target }: AdditionBesideProps) {
  const days = new Set(cites.map(({ day }) => day)).size
  return (
    <div className="grid gap-5">
      {against.length > 0 ? (
        <Part title="Contradicts" note="reviewers see both">
          {against.map((one) => (
            <Near key={`${one.path}:${one.line}`} team={team} near={one} target={target} why={one.why} />
          ))}
        </Part>
      ) : null}
      <Part
        title="Based on"
        note={`${count(cites.length, "log line")}${days > 1 ? ` from ${days} days` : ""}`}
      >
        <CitedLines team={team} cites={cites} />
      </Part>
      {near.length > 0 ? (
        <Part title="Similar entries in memory" note="possible duplicates">
          {near.map((one) => (
            <Near key={`${one.path}:${one.line}`} team={team} near={one} target={target} />
          ))}
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">
        {title} <span className="font-normal text-ink-2">{note}</span>
      </h3>
      <div className="grid gap-2.5">{children}</div>
    </section>
  )
}

function Near({
  team,
  near,
  target,
  why,
}: {
  team: string
  near: NearLine
  target: CompactionTarget
  why?: string
}) {
  return (
    <div className="grid gap-0.5 border-t border-line pt-2.5">
      <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
        <LinePlace
          team={team}
          file={near.path === target.path ? target.file : null}
          path={near.path}
          line={near.line}
        />
        <span className="tabular-nums">{Math.round(near.score * 100)}% similar</span>
      </span>
      <UntrustedText text={near.text} />
      {why === undefined ? null : <span className="text-sm text-danger">{formatDates(why)}</span>}
    </div>
  )
}
