import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"

export interface NamedProject {
  readonly slug: string
  readonly name: string
}

/** An agent whose memory a new one could begin from. */
export interface Predecessor {
  readonly agent: string
  /** Slug. */
  readonly project: string
  /** Of the project that the agent is in. */
  readonly here: boolean
  readonly why: "documents' pair" | "same category" | "same name stem" | "similar definition"
  /** Why, for people. */
  readonly words: string
  /** 0–1 */
  readonly score: number
  readonly entries: number
  /** Id. */
  readonly file: string
}

/** What `seed.cold` lists. */
export interface ColdAgent {
  readonly name: string
  readonly project: NamedProject
  /** Slug. */
  readonly category: string | null
  readonly coordinator: boolean
  readonly why: string
  /** The best first. */
  readonly predecessors: readonly Predecessor[]
  /** The plan that waits for it. */
  readonly plan: string | null
}

/** An agent of which somebody decided that it begins with nothing. */
export interface FreshAgent {
  readonly name: string
  readonly project: NamedProject
  /** Id of the recorded choice. */
  readonly plan: string
  readonly by: string
  readonly at: string
  readonly reason: string | null
}

/** Any other memory that one may begin from. */
export interface OtherMemory {
  readonly file: string
  readonly path: string
  readonly agent: string | null
  readonly category: string | null
  readonly project: string
  readonly entries: number
}

export type SeedState = "waiting" | "applied" | "proposed" | "fresh" | "dropped" | "undone"

/** "shared", "coordinator" or "role:NAME"; "left-out" for what does not go in. */
export type Place = string
export const LEFT: Place = "left-out"

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

/** An entry of a predecessor, and where it goes. */
export interface Placement {
  readonly entry: string
  readonly from: string
  readonly text: string
  readonly date: string | null
  /** The heading that it stood under. */
  readonly section: string | null
  readonly path: string
  readonly line: number
  /** Id of the file that it stands in. */
  readonly file: string
  readonly place: Place
  readonly why: WhyLeftOut | null
  /** Left out: where it would stand otherwise. */
  readonly was: Place | null
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
  readonly byHand: boolean
}

export interface PlanSection {
  readonly place: Place
  readonly heading: string
  readonly entries: number
  readonly lines: number
}

/** What `seed.preview` answers with: a plan that nobody keeps yet. */
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
  readonly placements: readonly Placement[]
  readonly counts: {
    readonly shared: number
    readonly coordinator: number
    readonly roles: Readonly<Record<string, number>>
    readonly leftOut: Readonly<Partial<Record<WhyLeftOut, number>>>
    readonly all: number
  }
  readonly file: { readonly id: string; readonly revision: number } | null
  readonly proposals: readonly { readonly id: string; readonly state: string }[]
  /** Placed entries that would not be written, and why. */
  readonly refused: readonly {
    readonly entry: string
    readonly path: string
    readonly line: number
    readonly why: string
  }[]
  /** `people`: how many have to approve what is written there. */
  readonly may: { readonly decide: boolean; readonly why: string | null; readonly people: number }
  /** That the memory has all of it already; null: something is left to seed. */
  readonly nothingLeft: string | null
}

/** What `seed.show` answers with. */
export interface Plan extends PlanBody {
  readonly id: string
  /** "provider:name" of the language model whose word was weighed in; null: rules alone. */
  readonly model: string | null
  /** What it was not shown or did not say, in sentences. */
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

/** The file as a plan would write it. */
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

/** What the agent would be told at its first start. */
export interface FirstContext {
  readonly text: string
  readonly tokens: number
  readonly entries: number
}
