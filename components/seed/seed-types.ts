import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"

export interface NamedProject {
  readonly slug: string
  readonly name: string
}

/** An agent whose memory a new agent could start from. */
export interface Predecessor {
  readonly agent: string
  /** Slug. */
  readonly project: string
  /** True if both agents are in the same project. */
  readonly here: boolean
  readonly why: "documents' pair" | "same category" | "same name stem" | "similar definition"
  /** The reason, for display. */
  readonly words: string
  /** 0–1 */
  readonly score: number
  readonly entries: number
  /** ID of the memory file. */
  readonly file: string
}

/** A cold agent, as `seed.cold` lists it. */
export interface ColdAgent {
  readonly name: string
  readonly project: NamedProject
  /** Slug. */
  readonly category: string | null
  readonly coordinator: boolean
  readonly why: string
  /** Best match first. */
  readonly predecessors: readonly Predecessor[]
  /** The ID of its waiting plan. */
  readonly plan: string | null
}

/** An agent that starts with empty memory by decision of a person. */
export interface FreshAgent {
  readonly name: string
  readonly project: NamedProject
  /** The ID of the recorded decision. */
  readonly plan: string
  readonly by: string
  readonly at: string
  readonly reason: string | null
}

/** Another memory that can be used as a source. */
export interface OtherMemory {
  readonly file: string
  readonly path: string
  readonly agent: string | null
  readonly category: string | null
  readonly project: string
  readonly entries: number
}

export type SeedState = "waiting" | "applied" | "proposed" | "fresh" | "dropped" | "undone"

/** "shared", "coordinator", "role:NAME" or "left-out". */
export type PlanPlace = string
export const LEFT: PlanPlace = "left-out"

export interface PlanSummary {
  readonly id: string
  readonly agent: string | null
  readonly category: string | null
  readonly project: NamedProject
  readonly path: string
  readonly state: SeedState
  readonly by: string
  readonly at: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly lines: number
  readonly budget: number
  readonly placed: number
  readonly leftOut: number
  readonly from: readonly string[]
}

/** An entry of a predecessor and its place in the plan. */
export interface EntryPlacement {
  readonly entry: string
  readonly from: string
  readonly text: string
  readonly date: string | null
  /** The heading of the entry in its source. */
  readonly section: string | null
  readonly path: string
  readonly line: number
  /** The ID of its source file. */
  readonly file: string
  readonly place: PlanPlace
  readonly why: WhyLeftOut | null
  /** For entries left out: the place they would have otherwise. */
  readonly was: PlanPlace | null
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
  readonly byHand: boolean
}

export interface PlanSection {
  readonly place: PlanPlace
  readonly heading: string
  readonly entries: number
  readonly lines: number
}

/** A plan that is not saved yet, as `seed.preview` returns it. */
export interface PlanBody {
  readonly project: NamedProject
  readonly agent: string | null
  readonly category: string | null
  readonly roles: readonly string[]
  readonly from: readonly {
    readonly agent: string | null
    readonly project: string
    readonly file: string
    readonly path: string
    readonly entries: number
    readonly changed: boolean
  }[]
  readonly path: string
  readonly format: string
  readonly budget: number
  readonly lines: number
  readonly over: number
  readonly target: "empty" | "has-content" | "opted-out"
  readonly sections: readonly PlanSection[]
  readonly placements: readonly EntryPlacement[]
  readonly counts: {
    readonly shared: number
    readonly coordinator: number
    readonly roles: Readonly<Record<string, number>>
    readonly leftOut: Readonly<Partial<Record<WhyLeftOut, number>>>
    readonly all: number
  }
  readonly file: { readonly id: string; readonly revision: number } | null
  readonly proposals: readonly { readonly id: string; readonly state: string }[]
  /** Placed entries that cannot be written, and why. */
  readonly refused: readonly {
    readonly entry: string
    readonly path: string
    readonly line: number
    readonly why: string
  }[]
  /** `people`: the number of approvals needed for this memory. */
  readonly may: { readonly decide: boolean; readonly why: string | null; readonly people: number }
  /** The reason why there is nothing to seed; null if there is. */
  readonly nothingLeft: string | null
}

/** A plan, as `seed.show` returns it. */
export interface SeedPlan extends PlanBody {
  readonly id: string
  /** "provider:name" of the language model that contributed to the placement; null: rules only. */
  readonly model: string | null
  /** Notes on what the model did not receive or answer. */
  readonly notes: readonly string[]
  readonly team: string
  readonly state: SeedState
  readonly version: number
  readonly by: string
  readonly at: string
  readonly decided: { readonly by: string; readonly at: string } | null
  readonly reason: string | null
  readonly revision: number | null
}

/** The file that a plan would write. */
export interface PlanText {
  readonly text: string
  readonly path: string
  readonly lines: number
  readonly format: string
  readonly diagnostics: readonly {
    readonly line: number
    readonly column: number
    readonly severity: string
    readonly message: string
  }[]
}

/** The context of the agent at its first session. */
export interface FirstContext {
  readonly text: string
  readonly tokens: number
  readonly entries: number
}
