const WAYS = [
  { typed: "flaky broker", does: "entries with both words" },
  { typed: '"event bus"', does: "these words in this order" },
  { typed: "test*", does: "words that begin with test" },
  { typed: "cache -redis", does: "the first without the second" },
  { typed: "seedCompany", does: "camelCase, snake_case and paths, whole or by their parts" },
  { typed: "支払い", does: "Chinese, Japanese, Korean, Thai: any part, without spaces" },
  {
    typed: "broker agent:code-reviewer",
    does: "only from this agent; scope: project: category: type: and format: narrow alike, and -agent: leaves out",
  },
  {
    typed: "deploy after:30d is:verified",
    does: "by when it was stated, and by what became of it: stale, retired, verified",
  },
]

/** How to ask. */
export function SearchHelp() {
  return (
    <section aria-labelledby="ways" className="max-w-160 px-3 py-4">
      <h2 id="ways" className="mb-1 text-md">
        Look up what agents know
      </h2>
      <p className="mb-4 text-ink-2">
        Every entry of every memory file is searched; each hit names its file and line.
      </p>
      <dl className="grid gap-2">
        {WAYS.map((way) => (
          <div key={way.typed} className="flex gap-x-4 gap-y-0.5 max-sm:flex-col">
            <dt className="w-60 shrink-0">
              <code className="font-mono">{way.typed}</code>
            </dt>
            <dd className="text-ink-2">{way.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
