import type { Visibility } from "@/lib/memory/teams/visibility"
import { alertsOfHealth, type AlertsOfPart, type CountedHealth, countHealth } from "@/lib/db/health"
import { type LastReceipt, lastReceipts } from "@/lib/db/deliveries/last-receipts"
import { readPolicies } from "@/lib/db/policies"
import { chosenEmbedder } from "@/lib/embedding/configured-embedder"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type HealthFacts } from "@/lib/memory/health/health-parts"
import { receiptStanding, overallReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { stalenessByPlace } from "../policies/places"

/** Maximum number of subjects listed in a check. */
export const NAMED = 5

export interface ReadHealth {
  readonly facts: HealthFacts
  readonly counted: CountedHealth
  readonly alerts: readonly AlertsOfPart[]
  /** Outdated receipts, those with most changed files first. */
  readonly behind: readonly LastReceipt[]
}

/**
 * Reads the facts of the health of a team or project in a fixed number of queries. Uses the alerts of the
 * last evaluation.
 */
export async function readHealthFacts(visible: Visibility, now: Date): Promise<ReadHealth> {
  const model = chosenEmbedder().embedder?.id ?? null
  const staleness = stalenessByPlace(await readPolicies(visible), now)
  const [counted, alerts, receipts] = await Promise.all([
    countHealth(visible, { staleness, model, named: NAMED }),
    alertsOfHealth(visible, { named: NAMED }),
    lastReceipts(visible),
  ])
  const out = new Set(counted.optedOut)
  const told = receipts.filter((one) => !out.has(`${one.projectId}/${one.agent}`))
  const standings = [...groupBy(told, (one) => `${one.projectId}/${one.agent}`).values()].map((those) =>
    overallReceiptStanding(
      false,
      those.map((one) => ({ standing: receiptStanding({ optedOut: false, behind: one.behind.length }) })),
    ),
  )
  const { files, measuredFiles, entries, staleEntries, workspaces, agents, agentsWithMemory, agentsNever } =
    counted
  return {
    counted,
    alerts,
    behind: told
      .filter((one) => one.behind.length > 0)
      .toSorted((a, b) => b.behind.length - a.behind.length || a.at - b.at)
      .slice(0, NAMED),
    facts: {
      files,
      measuredFiles,
      entries,
      staleEntries,
      workspaces,
      agents,
      agentsWithMemory,
      agentsNever,
      agentsCurrent: standings.filter((one) => one === "current").length,
      agentsOld: standings.filter((one) => one === "old").length,
      searchable: entries - counted.withoutWords,
      filesWithoutMeaning: model === null ? null : counted.filesWithoutMeaning,
      subjects: Object.assign({}, ...alerts.map((one) => one.subjects)) as HealthFacts["subjects"],
    },
  }
}
