import { setTimeout as pause } from "node:timers/promises"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Screen } from "../infra/command"
import { isOutOfReach } from "../infra/ask"
import type { Server } from "../infra/server"
import { count } from "../infra/table"
import type { OpenedImport } from "./opened"

/** Milliseconds between looks: short at first, so that a small import ends at once. */
const FIRST_LOOK = 25
const LONGEST_LOOK = 500
/** A server that restarts in the middle takes the run up again; so long it is waited for. */
const PATIENCE = 60_000

/** Watches a run until it has ended, and says how far it is. */
export async function follow(
  server: Server,
  { run, team, wanted }: OpenedImport,
  screen: Screen,
): Promise<ImportRunView> {
  const begun = Date.now()
  let lastAnswer = begun
  for (let wait = FIRST_LOOK; ; wait = Math.min(wait * 1.5, LONGEST_LOOK)) {
    const view = await server.get<ImportRunView>(`/imports/${run}`, { team }).catch((cause: unknown) => {
      if (!isOutOfReach(cause) || Date.now() - lastAnswer > PATIENCE) throw cause
      return null
    })
    if (view === null) screen.progress("The server is unreachable. Waiting")
    else {
      if (view.state !== "running") return view
      lastAnswer = Date.now()
      screen.progress(progressOf(view, wanted.length, lastAnswer - begun))
    }
    await pause(wait)
  }
}

/** Every file of a run, in the order of their paths. */
export async function listItems(server: Server, { run, team }: OpenedImport): Promise<ImportItemView[]> {
  const items: ImportItemView[] = []
  for (let after: string | undefined; ;) {
    const page = await server.get<{ items: ImportItemView[]; next: string | null }>(`/imports/${run}/items`, {
      team,
      after,
      limit: 5000,
    })
    items.push(...page.items)
    if (page.next === null) return items
    after = page.next
  }
}

function progressOf({ stored }: ImportRunView, total: number, elapsed: number): string {
  const left =
    stored.files === 0
      ? ""
      : `, ${Math.ceil(((total - stored.files) * elapsed) / stored.files / 1000)} s left`
  return `Storing ${stored.files.toLocaleString("en")} of ${count(total, "file")}, ${count(stored.entries, "entry")}${left}`
}
