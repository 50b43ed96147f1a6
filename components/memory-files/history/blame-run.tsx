import type { OutputOf } from "@/lib/http/contract"
import { memo } from "react"
import { describeAge } from "@/components/data/time-text"
import { VisibleText } from "@/components/text/visible-text"
import { type RevisionLine, describeAuthor } from "./history-text"

export type BlamedLines = OutputOf<"file.blame">["runs"][number]

interface BlameRunProps {
  run: BlamedLines
  revision: RevisionLine | undefined
  /** Age level for the color; 4 is the newest. */
  age: 1 | 2 | 3 | 4
  /** "it": the run is selected. "with it": it is from the same revision as the selected run. Else null. */
  chosen: "it" | "with it" | null
  /** True for the one run that Tab reaches. */
  tabbable: boolean
  /** ISO date. */
  today: string
}

const AGES = { 1: "border-l-line", 2: "border-l-accent/30", 3: "border-l-accent/60", 4: "border-l-accent" }
const CHOSEN = { it: "bg-accent-wash", "with it": "bg-accent-wash/50" }

/** Lines from one revision, with author and date. */
export const BlameRun = memo(function BlameRun({
  run,
  revision,
  age,
  chosen,
  tabbable,
  today,
}: BlameRunProps) {
  const author = revision ? describeAuthor(revision) : ""
  return (
    <li
      data-run={run.line}
      aria-current={chosen === "it" ? "true" : undefined}
      className={`flex scroll-my-16 border-t border-l-3 border-t-line max-md:flex-col ${AGES[age]} ${chosen === null ? "" : CHOSEN[chosen]}`}
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${run.lines.length * ROW_PX}px` }}
    >
      <a
        href={`?view=blame&line=${run.line}`}
        tabIndex={tabbable ? 0 : -1}
        className="flex shrink-0 items-baseline gap-2 px-3 py-0.5 text-sm -outline-offset-2 text-ink-2 hover:bg-raised md:w-64"
      >
        <span className="sr-only">
          {run.endLine > run.line ? `Lines ${run.line} to ${run.endLine}, ` : `Line ${run.line}, `}
        </span>
        <span className="min-w-0 flex-1 truncate">
          <VisibleText text={author} />
        </span>{" "}
        <span className="shrink-0 whitespace-nowrap text-ink-3">
          {revision ? describeAge(revision.createdAt, today) : null}
        </span>
        <span className="w-9 shrink-0 text-right text-ink-3 tabular-nums">
          <span className="sr-only">, revision </span>
          {run.revision}
        </span>
      </a>
      <Lines run={run} />
    </li>
  )
})

const ROW_PX = 22
const CHUNK = 200

function Lines({ run }: { run: BlamedLines }) {
  const chunks = Array.from({ length: Math.ceil(run.lines.length / CHUNK) }, (_, chunk) =>
    run.lines.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
  )
  return (
    <div className="min-w-0 flex-1">
      {chunks.map((lines, chunk) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the text
        <div
          key={chunk}
          style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${lines.length * ROW_PX}px` }}
        >
          {lines.map((text, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the text
            <div key={at} className="flex items-baseline gap-3 py-0.25 pr-3">
              <span className="w-10 shrink-0 text-right font-mono text-sm text-ink-3 tabular-nums select-none">
                {run.line + chunk * CHUNK + at}
              </span>
              <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {text === "" ? "\u00a0" : <VisibleText text={text} />}
              </code>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
