import type { ReactNode } from "react"

/** A section of a page with a heading. */
export function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5">
        {title}
        {note ? <span className="ml-2 font-normal text-ink-3 tabular-nums">{note}</span> : null}
      </h2>
      {children}
    </section>
  )
}

/** A page with a column of facts at the right, or below on a narrow screen. */
export function WithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col lg:min-h-below-top lg:flex-row">
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-5 p-4">{children}</div>
      <aside
        aria-label="Details"
        className="grid shrink-0 content-start gap-5 border-line p-4.5 max-lg:border-t lg:w-79 lg:border-l"
      >
        {aside}
      </aside>
    </div>
  )
}

/** A list of names and values. Pairs without a value are skipped. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-1.25">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name} className="flex gap-2.5">
            <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
            <dd className="min-w-0 flex-1 tabular-nums">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
