import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { harnessWords } from "@/components/deliveries/delivery-types"
import { count } from "@/components/data/count"
import type { Harness } from "./overview-figures"

/** The harnesses that reported deliveries. `now` is an ISO instant. */
export function HarnessList({
  team,
  project,
  harnesses,
  now,
}: {
  team: string
  project: string
  harnesses: readonly Harness[]
  now: string
}) {
  return (
    <div className="grid gap-1.5">
      {harnesses.length === 0 ? (
        <p className="text-ink-2">No deliveries recorded for this project yet.</p>
      ) : (
        <ul className="grid gap-1.5">
          {harnesses.map(({ harness, agents, behind, at }) => (
            <li key={harness ?? ""}>
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 truncate font-medium">{harnessWords(harness)}</span>
                <Instant at={at} now={now} className="ml-auto shrink-0 text-sm text-ink-3" />
              </span>
              <span className="block text-sm text-ink-2">
                {count(agents, "agent")},{" "}
                {behind === 0 ? "all up to date" : `${behind.toLocaleString("en")} outdated`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link
        href={`/t/${team}/agents/delivery?${new URLSearchParams({ project })}`}

        className="justify-self-start text-link"
      >
        {harnesses.length === 0 ? "Set up delivery" : "Deliveries"}
      </Link>
    </div>
  )
}
