import type { ReactNode } from "react"

export interface FactLine {
  readonly term: string
  readonly value: ReactNode
}

/** Facts as terms and values. Facts without a value are skipped. */
export function FactList({ facts }: { facts: readonly FactLine[] }) {
  return (
    <dl className="grid gap-1">
      {facts
        .filter((fact) => fact.value !== null && fact.value !== undefined && fact.value !== "")
        .map((fact) => (
          <div key={fact.term} className="flex gap-2.5">
            <dt className="w-24 shrink-0 text-ink-3">{fact.term}</dt>
            <dd className="min-w-0 wrap-anywhere">{fact.value}</dd>
          </div>
        ))}
    </dl>
  )
}
