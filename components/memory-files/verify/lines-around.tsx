"use client"

import { call } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { DrawnText } from "@/components/text/drawn-text"

interface LinesAroundProps {
  team: string
  file: string
  line: number
  endLine: number
}

/** The lines around an entry in its file, with the entry highlighted. */
export function LinesAround({ team, file, line, endLine }: LinesAroundProps) {
  // If it fails, the entry is still shown above.
  const { answer } = useRead(`${team} ${file} ${line}`, (signal) =>
    call("file.excerpt", { file, team, line: String(line) }, { signal }),
  )
  if (answer === null) return <div className="min-h-45 rounded-lg border border-line" />
  return (
    <div className="min-h-45 overflow-hidden rounded-lg border border-line">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the box needs keyboard focus
        tabIndex={0}
        aria-label="Lines in the file"
        className="overflow-x-auto bg-surface font-mono text-sm leading-5 -outline-offset-2"
      >
        {answer.lines.map((one) => (
          <span
            key={one.line}
            className={`flex pr-3 ${one.line >= line && one.line <= endLine ? "bg-accent-wash" : "text-ink-2"}`}
          >
            <span className="w-11 shrink-0 pr-2.5 text-right text-ink-3 select-none">{one.line}</span>
            <span className="min-w-0 break-words whitespace-pre-wrap">
              <DrawnText text={one.text} />
            </span>
          </span>
        ))}
      </pre>
    </div>
  )
}
