import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Screen } from "../infra/command"
import { follow } from "../infra/follow"
import { eachPage } from "../infra/paging"
import type { Server } from "../infra/server"
import { count } from "../infra/table"
import type { OpenedImport } from "./opened"

/** Waits for the end of an import run and shows its progress. Returns the run. */
export const followImport = (
  server: Server,
  { run, team, wanted }: OpenedImport,
  screen: Screen,
): Promise<ImportRunView> =>
  follow(screen, {
    begun: null,
    read: () => server.call("import.show", { run, team }),
    isRunning: ({ state }) => state === "running",
    progress: (view, elapsed) => progressOf(view, wanted.length, elapsed),
  })

/** Returns the files of a run, or only those with a status, in the order of their paths. */
export async function listItems(
  server: Server,
  { run, team }: OpenedImport,
  status?: ImportItemView["status"],
): Promise<ImportItemView[]> {
  const items: ImportItemView[] = []
  const pages = eachPage((after) => server.call("import.items", { run, team, status, after, limit: 5000 }))
  for await (const page of pages) items.push(...page.items)
  return items
}

function progressOf({ stored }: ImportRunView, total: number, elapsed: number): string {
  const left =
    stored.files === 0
      ? ""
      : `, ${Math.ceil(((total - stored.files) * elapsed) / stored.files / 1000)} s left`
  return `Storing ${stored.files.toLocaleString("en")} of ${count(total, "file")}, ${count(stored.entries, "entry")}${left}`
}
