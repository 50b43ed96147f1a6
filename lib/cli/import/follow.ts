import { setTimeout as pause } from "node:timers/promises"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Screen } from "../infra/command"
import { isOutOfReach } from "../infra/ask"
import type { Server } from "../infra/server"
import { count } from "../infra/table"
import type { OpenedImport } from "./opened"

/** Milliseconds before the first poll, so that a small import ends immediately. */
const FIRST_LOOK = 25
const LONGEST_LOOK = 500
/** Milliseconds to wait for a server that restarts. It continues the run afterwards. */
const PATIENCE = 60_000

/** Waits for the end of a run and shows its progress. */
export async function follow(
  server: Server,
  { run, team, wanted }: OpenedImport,
  screen: Screen,
): Promise<ImportRunView> {
  const begun = Date.now()
  let lastAnswer = begun
  for (let wait = FIRST_LOOK; ; wait = Math.min(wait * 1.5, LONGEST_LOOK)) {
    const view = await server.call("import.show", { run, team }).catch((cause: unknown) => {
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

/** Returns all files of a run, in the order of their paths. */
export async function listItems(server: Server, { run, team }: OpenedImport): Promise<ImportItemView[]> {
  const items: ImportItemView[] = []
  for (let after: string | undefined; ;) {
    const page = await server.call("import.items", { run, team, after, limit: 5000 })
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
