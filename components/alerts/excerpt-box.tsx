import { Fragment } from "react"
import { count } from "@/components/data/count"
import { VisibleText } from "@/components/text/visible-text"
import type { AlertSummary, Excerpt } from "./alert-types"

/** The lines of an alert with the load limit and the budget marked. */
export function ExcerptBox({ alert, excerpt }: { alert: AlertSummary; excerpt: Excerpt }) {
  const { file, lines, line } = excerpt
  const boundary = boundaryOf(alert, excerpt)
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <div className="flex gap-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span>{file.formatName}</span>
        <span className="ml-auto tabular-nums">
          {lines.length === 0 ? "empty" : `lines ${lines[0]?.line}–${lines.at(-1)?.line}`} of {file.lines}
        </span>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the box needs keyboard focus
        tabIndex={0}
        aria-label="Lines in the file"
        className="overflow-x-auto bg-surface font-mono text-sm leading-5 -outline-offset-2"
      >
        {lines.map((one) => (
          <Fragment key={one.line}>
            {boundary?.before === one.line ? <Boundary words={boundary.words} /> : null}
            <span className={`flex pr-3 ${toneOf(one.line, alert, boundary?.before)}`}>
              <span className="w-11 shrink-0 pr-2.5 text-right text-ink-3 select-none">{one.line}</span>
              <span className="min-w-0 break-words whitespace-pre-wrap">
                {one.line === line && alert.column !== null && boundary === null ? (
                  <Marked text={one.text} column={alert.column} />
                ) : (
                  <VisibleText text={one.text} />
                )}
              </span>
            </span>
          </Fragment>
        ))}
      </pre>
    </div>
  )
}

const SEVERITY_WASH = { error: "bg-danger-wash", warning: "bg-caution-wash", info: "bg-accent-wash" } as const

function toneOf(line: number, alert: AlertSummary, boundary: number | undefined): string {
  if (boundary !== undefined) return alert.kind === "past-cut" && line >= boundary ? "text-ink-3" : ""
  return line === alert.line ? SEVERITY_WASH[alert.severity] : ""
}

function boundaryOf({ kind }: AlertSummary, { file }: Excerpt): { before: number; words: string } | null {
  if (kind === "past-cut" && file.cut !== null) {
    return {
      before: file.cut,
      words: `Load limit: ${count(file.cut - 1, "line")}. The ${count(file.lines - file.cut + 1, "line")} below ${file.lines - file.cut === 0 ? "is" : "are"} not loaded.`,
    }
  }
  if (kind === "over-budget" && file.limits.budget !== null) {
    return {
      before: file.limits.budget + 1,
      words: `Budget: ${count(file.limits.budget, "line")}. ${count(file.lines - file.limits.budget, "line")} over budget.`,
    }
  }
  return null
}

function Boundary({ words }: { words: string }) {
  return (
    <span className="my-1 flex items-center gap-2.5 px-3 font-sans font-medium whitespace-normal text-danger before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed">
      {words}
    </span>
  )
}

/** A line with the word at the column highlighted. Columns count from 1. */
function Marked({ text, column }: { text: string; column: number }) {
  const start = Math.min(Math.max(0, column - 1), Math.max(0, text.length - 1))
  const word = /^[\p{L}\p{N}_-]+|^./su.exec(text.slice(start))?.[0] ?? ""
  return (
    <>
      <VisibleText text={text.slice(0, start)} />
      <mark className="rounded-xs bg-transparent text-ink underline decoration-danger decoration-wavy underline-offset-2">
        <VisibleText text={word} />
      </mark>
      <VisibleText text={text.slice(start + word.length)} />
    </>
  )
}
