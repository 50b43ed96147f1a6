import type { OutputOf } from "@/lib/http/contract"

export type SeedPlanState = SeedPlanSummary["state"]

/** A seed plan in the inbox, as `GET /seed/plans` returns it. Instants are ISO. */
export type SeedPlanSummary = OutputOf<"seed.list">["plans"][number]

export type SeedPlacement = SeedPlanDetail["placements"][number]

/** A seed plan with all details that the inbox shows, as `GET /seed/plans/{plan}` returns it. */
export type SeedPlanDetail = OutputOf<"seed.show">

export function planSummary(plan: SeedPlanDetail): SeedPlanSummary {
  const {
    id,
    agent,
    category,
    project,
    path,
    state,
    by,
    at,
    decided,
    lines,
    budget,
    placements,
    from,
    version,
    snoozedUntil,
  } = plan
  const leftOut = placements.filter(({ place }) => place === "left-out").length
  const names = [...new Set(from.map((one) => one.agent ?? one.path))]
  return {
    id,
    agent,
    category,
    project,
    path,
    state,
    by,
    at,
    decidedBy: decided?.by ?? null,
    decidedAt: decided?.at ?? null,
    lines,
    budget,
    placed: placements.length - leftOut,
    leftOut,
    from: names,
    version,
    snoozedUntil,
  }
}
