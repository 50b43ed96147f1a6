import type { ReactNode } from "react"
import { BudgetBar } from "@/components/ui/bar"
import { count } from "@/components/ui/count"
import { SeverityIcon } from "@/components/source/severity"
import type { Excerpt, Finding } from "./finding"
import { LOOK } from "./kind-look"

/** What there is to know before one acts: what was found, the budget, the way out, who reads it. */
export function Facts({ finding, excerpt }: { finding: Finding; excerpt: Excerpt | null }) {
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      {excerpt && excerpt.diagnostics.length > 0 ? <Found excerpt={excerpt} /> : null}
      {excerpt ? <Budget {...excerpt.file} /> : null}
      <Fact title="What to do">
        <p>{LOOK[finding.kind].wayOut}</p>
      </Fact>
      {excerpt ? (
        <Fact title="Who reads it">
          <p className="line-clamp-4">{excerpt.readers.length > 0 ? `${excerpt.readers.join(", ")}, from ${excerpt.readers.length === 1 ? "its" : "their"} next session start.` : "Whoever works in its folder: no one agent is named for it."}</p>
        </Fact>
      ) : null}
    </div>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5">{title}</h3>
      <div className="text-ink-2">{children}</div>
    </section>
  )
}

function Found({ excerpt: { diagnostics, more } }: { excerpt: Excerpt }) {
  return (
    <Fact title="What was found">
      <ul className="grid gap-1.5">
        {diagnostics.map((one) => (
          <li key={`${one.line}:${one.column}:${one.code}:${one.message}`} className="flex gap-2">
            <SeverityIcon severity={one.severity} />
            <span className="min-w-0 wrap-break-word">
              <span className="tabular-nums">
                Line {one.line}, column {one.column}:
              </span>{" "}
              {one.message}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1.5 text-ink-3">and {count(more, "more finding")} in the file</p> : null}
    </Fact>
  )
}

function Budget({ lines, cut, limits }: Excerpt["file"]) {
  const loads = limits.lines ?? (cut === null ? null : cut - 1)
  if (limits.budget === null && loads === null) return null
  return (
    <Fact title="Budget">
      <p className="mb-2 tabular-nums">
        {limits.budget === null ? count(lines, "line") : `${lines} of ${limits.budget} lines`}.{" "}
        {loads === null ? "The harness loads all of it." : cut === null ? `The harness loads ${loads}.` : `The harness loads ${cut - 1} of them.`}
      </p>
      <BudgetBar lines={lines} budget={limits.budget} limit={loads} className="w-full" />
    </Fact>
  )
}
