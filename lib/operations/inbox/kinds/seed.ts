import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { z } from "zod"
import { listSeedPlans } from "@/lib/db/seed/plans"
import { seedItems } from "@/lib/db/seed/seed-items"
import { countWaitingFor, snoozedUntil } from "@/lib/db/teams/snoozes"
import { runOperation } from "../../operation"
import { seedSummaryOf, showSeed } from "../../seed/read"
import { planSummary } from "../../seed/seed-outputs"
import { type InboxKind, hasFilter, snoozedIn, waitingOrDecided } from "./inbox-kind"

export const SEED: InboxKind<z.output<typeof planSummary>> = {
  id: "seed",
  summary: planSummary,
  items({ actor, visible, filters }) {
    const { type } = filters
    if (hasFilter(filters, ["author", "found", "standing", "assignee", "severity"])) return null
    if (type !== undefined && type !== "seed") return null
    return seedItems({
      visible,
      userId: actor.id,
      state: waitingOrDecided(filters),
      snoozed: snoozedIn(filters),
      agent: filters.agent,
      category: filters.category,
      text: filters.q,
    })
  },
  async summaries({ actor, visible }, ids) {
    const [rows, snoozes] = await Promise.all([
      listSeedPlans(visibilityOf(actor, visible.teamId), {
        projectId: visible.projectId,
        among: ids,
        take: ids.length,
      }),
      snoozedUntil("seed plan", actor.id, [visible]),
    ])
    return rows.map((row) => seedSummaryOf(row, snoozes))
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showSeed, actor, { plan: id })
    return shown.ok ? shown.value : null
  },
  async count(actor, visible) {
    const { waiting, snoozed } = await countWaitingFor("seed plan", actor.id, visible)
    return { waiting, listed: waiting, snoozed, yours: waiting, mine: 0 }
  },
}
