"use client"

import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/agents/fleet"
import { contextPath } from "@/components/shell/places"
import { HarnessDetail } from "./harness-detail"
import type { Receipt } from "./delivery-types"
import { useReceipts } from "./use-receipts"
import type { Standing } from "./view"

interface AgentDetailProps {
  team: string
  standing: Standing
  /** Those that stand in the list. */
  harnesses: readonly (string | null)[]
  now: string
  receipts: readonly Receipt[]
}

/** The last receipt of one agent in each harness: what it was given, what of it changed since, and the way out. */
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
  const others = harnesses.filter((one) => !loads.some(({ harness }) => harness === one))
  // Of an agent that no harness ever loaded it is said once, not once for each harness.
  const isNowhere = loader.loads.length === 0 && harnesses.length !== 1
  const shown = [
    ...loads.map((one) => one.harness),
    ...(!known || optedOut ? [] : isNowhere ? [null] : others),
  ]
  return (
    <section aria-label={`Receipts of ${agent}`} className="grid gap-3 px-3 py-3.5 whitespace-normal lg:px-8">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {optedOut ? (
          <span>{agent} has opted out of memory: it is given nothing, and no receipt is written.</span>
        ) : null}
        {known ? null : (
          <span>
            No memory file of {project.name} names {agent}: it was given what all agents of the project load.
            Its own memory begins with the first session that closes.
          </span>
        )}
        {optedOut ? null : (
          <Link href={contextPath(team, project.slug, agent)} className="text-link">
            What it is told now
          </Link>
        )}
        {known ? (
          <Link href={agentPath(team, project.slug, agent)} className="text-link">
            Open the agent
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
