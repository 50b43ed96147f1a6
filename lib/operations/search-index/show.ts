import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { indexState } from "@/lib/db/search/files-to-embed"
import { chosenEmbedder } from "@/lib/embedding/configured-embedder"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { readableTeams } from "../teams/team-and-project"

export const INDEX_STATES = ["off", "ready", "indexing", "waiting", "failed"] as const

export const showSearchIndex = operation({
  name: "search.index",
  summary: "Show the progress of the embeddings index for hybrid search, and anything that blocks it.",
  method: "GET",
  path: "/search/index",
  right: "read",
  input: z.object({ team: z.string().optional() }),
  output: z.object({
    /** Default mode of searches. */
    mode: z.enum(["words", "hybrid"]),
    model: z.string().nullable(),
    /**
     * Number of indexed entries that the actor may see. `total`: number of all entries that the actor may
     * see. 0 if embeddings are off.
     */
    indexed: z.number(),
    total: z.number(),
    /** Number of indexed entries that are not sent to an external endpoint because they are flagged. */
    kept: z.number(),
    /**
     * State of the index. "off": embeddings are off. "waiting": entries are not indexed and no process is
     * working on them.
     */
    state: z.enum(INDEX_STATES),
    error: z.string().optional(),
  }),
  async run(actor, input) {
    const teams = await readableTeams(actor, input.team)
    if (!teams.ok) return teams
    const { embedder, problem } = chosenEmbedder()
    if (embedder === null && problem === null)
      return done({
        mode: "words" as const,
        model: null,
        indexed: 0,
        total: 0,
        kept: 0,
        state: "off" as const,
      })
    const states = await Promise.all(
      teams.value.map((team) => indexState(visibilityOf(actor, team.id), embedder?.id ?? "")),
    )
    const sum = (of: "indexed" | "total" | "kept") => states.reduce((so, one) => so + one[of], 0)
    const counts = { indexed: sum("indexed"), total: sum("total"), kept: sum("kept") }
    if (embedder === null)
      return done({
        mode: "words" as const,
        model: null,
        ...counts,
        indexed: 0,
        state: "failed" as const,
        error: problem ?? "",
      })
    const hybrid = { mode: "hybrid" as const, model: embedder.id, ...counts }
    return done(
      counts.indexed >= counts.total
        ? { ...hybrid, state: "ready" as const }
        : { ...hybrid, ...unfinished(states) },
    )
  },
})

type IndexState = Awaited<ReturnType<typeof indexState>>

function unfinished(states: readonly IndexState[]): {
  state: (typeof INDEX_STATES)[number]
  error?: string
} {
  const error = states.find((one) => one.error !== null)?.error ?? null
  const isGoing = states.some((one) => one.going)
  if (error === null) return { state: isGoing ? "indexing" : "waiting" }
  return { state: isGoing ? "indexing" : "failed", error }
}
