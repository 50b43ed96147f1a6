import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"

export type SeedPlanState = "waiting" | "applied" | "proposed" | "fresh" | "dropped" | "undone"

/** What an agent would begin with, as the inbox lists it: what `GET /seed/plans` answers with. Instants are ISO. */
export interface SeedPlanSummary {
  readonly id: string
  /** Null: the memory of all of a category. */
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
  /** Of the file with what is placed in it. */
  readonly lines: number
  readonly budget: number
  readonly placed: number
  readonly leftOut: number
  /** Names of the predecessors. */
  readonly from: readonly string[]
  /** Rises with each move of an entry. */
  readonly version: number
  readonly snoozedUntil: string | null
}

export interface SeedPlacement {
  readonly entry: string
  readonly from: string
  readonly text: string
  readonly path: string
  readonly line: number
  /** Id. */
  readonly file: string
  /** "shared", "coordinator", "role:NAME" or "left-out". */
  readonly place: string
  readonly why: WhyLeftOut | null
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
  readonly byHand: boolean
}

/** All of a plan: what `GET /seed/plans/{plan}` answers with, as far as the inbox shows it. */
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
  /** `people`: how many have to approve what is written there. */
  readonly may: { readonly decide: boolean; readonly why: string | null; readonly people: number }
  readonly snoozedUntil: string | null
}

/** What the list shows of a plan that was read as a whole. */
export function summaryOf(plan: SeedPlanDetail): SeedPlanSummary {
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
