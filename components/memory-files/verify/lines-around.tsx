"use client"

import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import { DrawnText } from "@/components/text/drawn-text"

interface LinesAroundProps {
  team: string
  file: string
  line: number
  endLine: number
}

interface Excerpt {
  readonly lines: readonly { readonly line: number; readonly text: string }[]
}

/** The lines around an entry in its file, with the entry highlighted. */
export function LinesAround({ team, file, line, endLine }: LinesAroundProps) {
  const [lines, setLines] = useState<Excerpt["lines"] | null>(null)
  useEffect(() => {
    const left = new AbortController()
    call("file.excerpt", { file, team, line: String(line) }, { signal: left.signal }).then(
      (excerpt) => setLines(excerpt.lines),
      () => undefined, // The entry is shown above.
    )
    return () => left.abort()
  }, [team, file, line])
  if (lines === null) return <div className="min-h-45 rounded-lg border border-line" />
  return (
    <div className="min-h-45 overflow-hidden rounded-lg border border-line">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the box needs keyboard focus
        tabIndex={0}
        aria-label="Lines in the file"
        className="overflow-x-auto bg-surface font-mono text-sm leading-5 -outline-offset-2"
      >
        {lines.map((one) => (
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
