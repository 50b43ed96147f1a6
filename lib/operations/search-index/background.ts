import { teamsToIndex } from "@/lib/db/search/files-to-embed"
import { EmbeddingError, type Embedder } from "@/lib/embedding/embedder"
import type { BackgroundWork } from "../infra/background-work"
import { indexTeam } from "./index-team"

/**
 * Events that change no memory file, and the steps of an import, whose files are embedded when it has
 * finished.
 */
const ELSEWHERE =
  /^(?:import\.(?:open|receive|plan|place|places|start|store)$|proposal\.(?!approve|merge|undo|consolidate)|conflict\.(?!resolve|undo)|token\.|access-token\.|member\.|invitation\.|view\.|policy\.|audit\.|synthesis\.|claim\.|coach-run\.|receipt|entry\.vouch)/

/** Share of the time of a batch that follows it as a rest. */
const REST = 0.5

/**
 * Keeps the search index up to date with the memory: soon after each change, and regularly for what failed or
 * what another process left. Works on one team at a time, with a rest after each batch. The batch that is being
 * embedded when the process stops is finished first.
 */
export function indexingMemory(embedder: Embedder, { pauseMs = 1_000 } = {}): BackgroundWork {
  let lastProblem = ""
  return {
    name: "Indexing embeddings",
    pauseMs,
    lookMs: 60_000,
    atOnce: 1,
    due: () => teamsToIndex(embedder.id),
    after: ({ kind, teamId }) => (teamId === null || ELSEWHERE.test(kind) ? [] : [teamId]),
    async run(teamId, signal) {
      try {
        await indexTeam(embedder, teamId, { rest: REST, signal })
        lastProblem = ""
      } catch (cause) {
        if (!(cause instanceof EmbeddingError)) throw cause
        // Logs the message once, not every minute.
        if (cause.message !== lastProblem) console.error(`indexing embeddings is delayed: ${cause.message}`)
        lastProblem = cause.message
      }
    },
  }
}
