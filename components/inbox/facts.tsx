import type { ReactNode } from "react"
import { BudgetBar } from "@/components/ui/bar"
import { count } from "@/components/ui/count"
import { SeverityIcon } from "@/components/source/severity"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import type { Excerpt, Finding } from "./finding"
import { LOOK } from "./kind-look"

/** What there is to know before one acts: the way out, what was found, the budget, who reads it. */
export function Facts({ finding, excerpt }: { finding: Finding; excerpt: Excerpt | null }) {
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-5.5">
        <Fact title="What to do">
          <p>{LOOK[finding.kind].wayOut}</p>
        </Fact>
        {excerpt && excerpt.diagnostics.length > 0 ? <Found excerpt={excerpt} /> : null}
      </div>
      {excerpt ? (
        <div className="grid min-w-0 content-start gap-5.5">
          <Budget {...excerpt.file} />
          <Fact title="Who reads it">
            <p className="line-clamp-4">{readersWords(excerpt.readers)}</p>
          </Fact>
        </div>
      ) : null}
    </div>
  )
}

function readersWords(readers: readonly string[]): string {
  if (readers.length === 0) return "Whoever works in its folder: no one agent is named for it."
  return `${readers.join(", ")}, from ${readers.length === 1 ? "its" : "their"} next session start.`
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
        {alike(diagnostics).map(([first, ...others]) => (
          <li key={`${first.line}:${first.column}:${first.code}`} className="flex gap-2">
            <SeverityIcon severity={first.severity} />
            <span className="min-w-0 wrap-break-word">
              <span className="tabular-nums">
                {others.length === 0 ? `Line ${first.line}, column ${first.column}` : `Lines ${[first, ...others].map((one) => one.line).join(", ")}`}:
              </span>{" "}
              {first.message}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1.5 text-ink-3">and {count(more, "more finding")} in the file</p> : null}
    </Fact>
  )
}

type Alike = readonly [Diagnostic, ...Diagnostic[]]

/** The same thing said of several lines is said once. */
function alike(diagnostics: readonly Diagnostic[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const one of diagnostics) {
    const key = `${one.severity} ${one.code} ${one.message}`
    const group = groups.get(key)
    groups.set(key, group ? [...group, one] : [one])
  }
  return [...groups.values()]
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
