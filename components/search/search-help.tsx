const WAYS = [
  { typed: "flaky broker", does: "entries with both words" },
  { typed: '"event bus"', does: "entries with this exact phrase" },
  { typed: "test*", does: "words that start with test" },
  { typed: "cache -redis", does: "entries with cache but not redis" },
  { typed: "seedCompany", does: "camelCase, snake_case and paths, in full or in part" },
  { typed: "支払い", does: "Chinese, Japanese, Korean and Thai text, no spaces needed" },
  {
    typed: "broker agent:code-reviewer",
    does: "this agent’s entries. Other filters: scope:, project:, category:, type:, format:. A minus sign excludes matches, as in -agent:NAME",
  },
  {
    typed: "deploy after:30d is:verified",
    does: "entries from the last 30 days that are verified. Other states: is:stale, is:retired",
  },
]

/** Examples of the search syntax. */
export function SearchHelp() {
  return (
    <section aria-labelledby="ways" className="max-w-160 px-3 py-4">
      <h2 id="ways" className="mb-1 text-md">
        Search what agents know
      </h2>
      <p className="mb-4 text-ink-2">
        Search covers every entry in every memory file. Each result shows its file and line.
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
