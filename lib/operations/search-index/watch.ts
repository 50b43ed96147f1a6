import { type Notice, onNotice } from "@/lib/db/infra/listen"
import { teamsToIndex } from "@/lib/db/search/vector-work"
import { EmbeddingError, type Embedder } from "@/lib/embedding/embedder"
import { type Indexing, indexTeam } from "./index-team"

/**
 * Events that change no memory file, and the steps of an import, whose files are embedded when it has
 * finished.
 */
const ELSEWHERE =
  /^(?:import\.(?:open|receive|plan|place|places|start|store)$|proposal\.(?!approve|merge|undo|consolidate)|conflict\.(?!resolve|undo)|token\.|access-token\.|member\.|invitation\.|view\.|policy\.|audit\.|synthesis\.|claim\.|coach-run\.|receipt|entry\.vouch)/

export interface IndexClock {
  /** How long to wait after a change for further changes. */
  readonly pauseMs?: number
  /** The time between two looks for entries that are not embedded yet. */
  readonly lookMs?: number
  readonly indexing?: Omit<Indexing, "signal">
}

/**
 * Keeps the search index up to date with the memory: soon after each change, and regularly for what failed or
 * what another process left. Works on one team at a time, with a rest after each batch. Returns a function
 * that stops this; the batch that is being embedded is finished first.
 */
export function keepIndexed(
  embedder: Embedder,
  { pauseMs = 1_000, lookMs = 60_000, indexing = { rest: 0.5 } }: IndexClock = {},
): () => Promise<void> {
  const ending = new AbortController()
  const waiting = new Set<string>()
  let soon: NodeJS.Timeout | null = null
  let going: Promise<void> = Promise.resolve()
  let busy = false
  let told = ""

  const work = async () => {
    busy = true
    while (waiting.size > 0 && !ending.signal.aborted) {
      const [teamId] = waiting as unknown as [string]
      waiting.delete(teamId)
      await indexTeam(embedder, teamId, { ...indexing, signal: ending.signal }).then(() => (told = ""), tell)
    }
    busy = false
  }
  const tell = (cause: unknown) => {
    if (ending.signal.aborted) return
    const message = cause instanceof EmbeddingError ? cause.message : null
    if (message === null) console.error("indexing embeddings failed:", cause)
    else if (message !== told) console.error(`indexing embeddings is delayed: ${message}`) // Logs the message once, not every minute.
    told = message ?? ""
  }
  const begin = () => {
    soon = null
    if (!busy) going = work()
  }
  const hear = (teams: readonly string[], ms: number) => {
    for (const teamId of teams) waiting.add(teamId)
    if (teams.length > 0) soon ??= setTimeout(begin, ms).unref()
  }
  const look = () => void teamsToIndex(embedder.id).then((teams) => hear(teams, 0), tell)

  const stopHearing = onNotice((notice: Notice | "lost") => {
    if (notice === "lost") look()
    else if (notice.teamId !== null && !ELSEWHERE.test(notice.kind)) hear([notice.teamId], pauseMs)
  })
  look()
  const clock = setInterval(look, lookMs).unref()
  return async () => {
    ending.abort()
    stopHearing()
    clearInterval(clock)
    if (soon) clearTimeout(soon)
    await going
    await embedder.close()
  }
}
