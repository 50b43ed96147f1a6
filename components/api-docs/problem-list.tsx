interface Problem {
  readonly kind: string
  readonly status: number
  readonly about: string
}

/** All errors of the HTTP API, with advice. The `type` of an error response links to this list. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    <section aria-labelledby="refusals" className="grid gap-2.5">
      <div>
        <h2 id="refusals">Errors</h2>
        <p className="text-ink-2">
          Errors are sent as <code className="font-mono">application/problem+json</code>:{" "}
          <code className="font-mono">title</code> is the name listed below, and{" "}
          <code className="font-mono">detail</code> says what failed, where, and what to do.
        </p>
      </div>
      <dl className="grid gap-2 rounded-lg border border-line bg-surface p-3">
        {problems.map(({ kind, status, about }) => (
          <div key={kind} id={kind}>
            <dt className="font-medium tabular-nums">
              {status} {kind}
            </dt>
            <dd className="text-ink-2">{about.replaceAll("`", "")}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
