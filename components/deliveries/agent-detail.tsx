"use client"

import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { contextPath } from "@/components/shell/navigation"
import { HarnessDetail } from "./harness-detail"
import type { Receipt } from "./delivery-types"
import { useReceipts } from "./use-receipts"
import type { LoaderStanding } from "./view"

interface AgentDetailProps {
  team: string
  standing: LoaderStanding
  /** The harnesses of the list. */
  harnesses: readonly (string | null)[]
  now: string
  receipts: readonly Receipt[]
}

/** The last delivery of an agent in each harness: its entries, the changes since, and the next step. */
export function AgentDetail({
  team,
  standing: { loader, loads },
  harnesses,
  now,
  receipts: came,
}: AgentDetailProps) {
  const { agent, project, known, optedOut } = loader
  const { receipts, problem, again } = useReceipts(
    loads.flatMap((one) => one.receipt ?? []),
    came,
  )
  const missing = harnesses.filter((one) => !loads.some(({ harness }) => harness === one))
  // An agent without any delivery is reported once, not once per harness.
  const isNowhere = loader.loads.length === 0 && harnesses.length !== 1
  const others = isNowhere ? [null] : missing
  const shown = [...loads.map((one) => one.harness), ...(known && !optedOut ? others : [])]
  return (
    <section
      aria-label={`Deliveries to ${agent}`}
      className="grid gap-3 px-3 py-3.5 whitespace-normal lg:px-8"
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {optedOut ? (
          <span>
            {agent} has opted out of memory. It receives no context, and no deliveries are recorded.
          </span>
        ) : null}
        {known ? null : (
          <span>
            {agent} has no memory in {project.name} and received only shared memory. Its own memory starts
            with its first completed session.
          </span>
        )}
        {optedOut ? null : (
          <Link href={contextPath(team, project.slug, agent)} className="text-link">
            Preview context
          </Link>
        )}
        {known ? (
          <Link href={agentPath(team, project.slug, agent)} className="text-link">
            View agent
          </Link>
        ) : null}
      </p>
      <div className="grid items-start gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {(shown.length === 0 && !optedOut ? [null] : shown).map((harness) => {
          const load = loads.find((one) => one.harness === harness)
          return (
            <HarnessDetail
              key={harness ?? ""}
              team={team}
              loader={loader}
              harness={harness}
              load={load ?? null}
              receipt={receipts.get(load?.receipt ?? "") ?? null}
              problem={problem}
              again={again}
              now={now}
            />
          )
        })}
      </div>
    </section>
  )
}
