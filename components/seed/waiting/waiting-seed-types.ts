import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"

export type SeedPlanState = "waiting" | "applied" | "proposed" | "fresh" | "dropped" | "undone"

/** A seed plan in the inbox, as `GET /seed/plans` returns it. Instants are ISO. */
export interface SeedPlanSummary {
  readonly id: string
  /** Null: category memory. */
  readonly agent: string | null
  /** Slug. */
  readonly category: string | null
  readonly project: { readonly slug: string; readonly name: string }
  readonly path: string
  readonly state: SeedPlanState
  readonly by: string
  readonly at: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  /** Lines of the file with the placed entries. */
  readonly lines: number
  readonly budget: number
  readonly placed: number
  readonly leftOut: number
  /** Names of the predecessors. */
  readonly from: readonly string[]
  /** Increases with each move of an entry. */
  readonly version: number
  readonly snoozedUntil: string | null
}

export interface SeedPlacement {
  readonly entry: string
  readonly from: string
  readonly text: string
  readonly path: string
  readonly line: number
  /** ID of the source file. */
  readonly file: string
  /** "shared", "coordinator", "role:NAME" or "left-out". */
  readonly place: string
  readonly why: WhyLeftOut | null
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
  readonly byHand: boolean
}

/** A seed plan with all details that the inbox shows, as `GET /seed/plans/{plan}` returns it. */
export interface SeedPlanDetail {
  readonly id: string
  readonly agent: string | null
  readonly category: string | null
  readonly project: { readonly slug: string; readonly name: string }
  readonly from: readonly {
    readonly agent: string | null
    readonly path: string
    readonly file: string
    readonly entries: number
    readonly changed: boolean
  }[]
  readonly path: string
  readonly state: SeedPlanState
  readonly version: number
  readonly by: string
  readonly at: string
  readonly decided: { readonly by: string; readonly at: string } | null
  readonly reason: string | null
  readonly budget: number
  readonly lines: number
  /** Lines over the budget. */
  readonly over: number
  readonly target: "empty" | "has-content" | "opted-out"
  readonly sections: readonly {
    readonly place: string
    readonly heading: string
    readonly entries: number
    readonly lines: number
  }[]
  readonly placements: readonly SeedPlacement[]
  readonly counts: { readonly leftOut: Readonly<Partial<Record<WhyLeftOut, number>>>; readonly all: number }
  readonly file: { readonly id: string; readonly revision: number } | null
  readonly proposals: readonly { readonly id: string; readonly state: string }[]
  readonly refused: readonly {
    readonly entry: string
    readonly path: string
    readonly line: number
    readonly why: string
  }[]
  /** `people`: the number of approvals needed for this memory. */
  readonly may: { readonly decide: boolean; readonly why: string | null; readonly people: number }
  readonly snoozedUntil: string | null
}

/** Returns the summary of a plan. */
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
