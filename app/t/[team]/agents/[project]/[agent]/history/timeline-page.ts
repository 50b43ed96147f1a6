import type { Actor } from "@/lib/memory/teams/actor"
import { showTimeline } from "@/lib/operations/agents/timeline"
import { ask } from "@/lib/operations/operation"

const A_PAGE = 40

/** Returns a page of an agent's timeline; the first page if the cursor is invalid. */
export async function timelinePage(
  actor: Actor,
  place: { team: string; project: string; agent: string },
  { kinds, after }: { kinds: readonly string[]; after: string | undefined },
) {
  const wanted = { ...place, kinds: [...kinds], limit: A_PAGE }
  const page = await ask(showTimeline, actor, { ...wanted, ...(after === undefined ? {} : { after }) })
  return !page.ok && page.reason === "invalid" && after !== undefined
    ? ask(showTimeline, actor, wanted)
    : page
}
