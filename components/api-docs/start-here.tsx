import { Link } from "@/components/ui/link"

const TASKS = [
  { href: "/docs/api/context.show", does: "Give an agent its context" },
  { href: "/docs/api/entry.read", does: "Read memory" },
  { href: "/docs/api/entry.search", does: "Search memory" },
  { href: "/docs/api/proposal.create", does: "Propose a change" },
  { href: "/docs/api/session.start", does: "Start a session" },
  { href: "/docs/api/proposal.review", does: "Review a proposal" },
  { href: "/docs/api/import.open", does: "Import files" },
  { href: "/docs/api/export.files", does: "Export files" },
  { href: "#refusals", does: "Understand an error" },
] as const

/** Links to common tasks, and the environment variables that the examples use. */
export function StartHere({ address }: { address: string }) {
  return (
    <section aria-labelledby="start" className="grid gap-2.5 rounded-lg border border-line bg-surface p-3">
      <h2 id="start">Start here</h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
        {TASKS.map(({ href, does }) => (
          <li key={href} className="flex min-h-6 items-center">
            <Link className="text-link" href={href}>
              {does}
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        All examples work once these two variables are set. A team lead can create the access token under
        Settings &gt; Access tokens. In an example, a value that starts with $ is an ID from an earlier
        response.
      </p>
      <pre className="rounded-md bg-raised p-2.5 font-mono wrap-anywhere whitespace-pre-wrap">{`export QUARTERDECK_URL=${address}\nexport QUARTERDECK_TOKEN=qd_…`}</pre>
    </section>
  )
}
