import type { OutputOf } from "@/lib/http/contract"

export interface NamedProject {
  readonly slug: string
  readonly name: string
}

/** An agent whose memory a new agent could start from. */
export type Predecessor = AgentWithoutMemory["predecessors"][number]

/** A cold agent, as `seed.cold` lists it. */
export type AgentWithoutMemory = OutputOf<"seed.cold">["agents"][number]

/** An agent that starts with empty memory by decision of a person. */
export type FreshAgent = OutputOf<"seed.cold">["fresh"][number]

/** Another memory that can be used as a source. */
export type OtherMemory = OutputOf<"seed.predecessors">["files"][number]

export type SeedState = PlanSummary["state"]

/** Place of an entry: "shared", "coordinator", "role:NAME" or "left-out". */
export type PlanPlace = string
export const LEFT_OUT_PLACE: PlanPlace = "left-out"

export type PlanSummary = OutputOf<"seed.list">["plans"][number]

/** An entry of a predecessor and its place in the plan. */
export type EntryPlacement = PlanBody["placements"][number]

export type PlanSection = PlanBody["sections"][number]

/** A plan that is not saved yet, as `seed.preview` returns it. */
export type PlanBody = OutputOf<"seed.preview">["plans"][number]

/** A plan, as `seed.show` returns it. */
export type SeedPlan = OutputOf<"seed.show">

/** The file that a plan would write. */
export type PlanText = OutputOf<"seed.text">

/** The context of the agent at its first session. */
export type FirstContext = OutputOf<"seed.context">
