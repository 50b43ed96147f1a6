import { teamsToIndex } from "@/lib/db/search/files-to-embed"
import { EmbeddingError, type Embedder } from "@/lib/embedding/embedder"
import type { BackgroundWork } from "../infra/background-work"
import { indexTeam } from "./index-team"

/**
 * Matches events that change no memory file, and the steps of an import before its end. Imported files are
 * embedded after the import.
 */
const ELSEWHERE =
  /^(?:import\.(?:open|receive|plan|place|places|start|store)$|proposal\.(?!approve|merge|undo|consolidate)|conflict\.(?!resolve|undo)|token\.|access-token\.|member\.|invitation\.|view\.|policy\.|audit\.|synthesis\.|claim\.|coach-run\.|receipt|entry\.vouch)/

/** Pause after a batch as a share of the duration of the batch. */
const REST = 0.5

/**
 * Returns the background work that updates the search index: soon after each change, and regularly for failed
 * entries and those that another process left. Works on one team at a time, with a pause after each batch.
 * When the process stops, the current batch is finished first.
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
        // A repeated problem is logged once, not every minute.
        if (cause.message !== lastProblem) console.error(`indexing embeddings is delayed: ${cause.message}`)
        lastProblem = cause.message
      }
    },
  }
}
