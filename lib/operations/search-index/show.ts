import { z } from "zod"
import { indexState } from "@/lib/db/search/vector-work"
import { projectBound } from "@/lib/db/teams/visible-teams"
import { chosenEmbedder } from "@/lib/embedding/chosen"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { readableTeams } from "../teams/team-of"

export const INDEX_STATES = ["off", "ready", "indexing", "waiting", "failed"] as const

export const showSearchIndex = operation({
  name: "search.index",
  summary: "Show the progress of the embeddings index for hybrid search, and what blocks it.",
  method: "GET",
  path: "/search/index",
  right: "read",
  input: z.object({ team: z.string().optional() }),
  output: z.object({
    /** What a search does that names no mode. */
    mode: z.enum(["words", "hybrid"]),
    model: z.string().nullable(),
    /** Entries that were read, of all that there are; both of the teams and projects that one may see. Not counted where no embedder is set. */
    indexed: z.number(),
    total: z.number(),
    /** Of those read, kept from an endpoint outside because they are flagged. */
    kept: z.number(),
    /** off: no embedder is set; waiting: there is something to index, and no process is at it. */
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
    const all = await Promise.all(
      teams.value.map((team) => indexState(team.id, embedder?.id ?? "", projectBound(actor))),
    )
    const sum = (of: "indexed" | "total" | "kept") => all.reduce((so, one) => so + one[of], 0)
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
    const error = all.find((one) => one.error !== null)?.error ?? null
    const behind = counts.indexed < counts.total
    const state: (typeof INDEX_STATES)[number] = !behind
      ? "ready"
      : all.some((one) => one.going)
        ? "indexing"
        : error === null
          ? "waiting"
          : "failed"
    return done({
      mode: "hybrid" as const,
      model: embedder.id,
      ...counts,
      state,
      ...(behind && error !== null ? { error } : {}),
    })
  },
})
