import type { OutputOf } from "@/lib/http/contract"

/** An entry in the context, as `showContext` returns it. */
export type IncludedEntry = AgentContext["entries"][number]

export type LeftOutEntry = AgentContext["leftOut"][number]

/** The context of an agent, with its entries and its token count. */
export type AgentContext = OutputOf<"context.show">

/** The agent of a context, as `showLoads` returns it. */
export type ContextAgent = Omit<OutputOf<"context.loads">, "files" | "size">

export type DiskFile = OutputOf<"context.loads">["files"][number]

/** An agent in the list of choices. */
export type AgentOption = OutputOf<"agent.list">["agents"][number]
