import type { Screen } from "../infra/command"
import { followImport, listItems, withChangeTimes, sendFiles } from "../import/local-files"
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import type { SyncTarget } from "./drift"
import type { LocalFolder } from "./scan-folder"

export interface PushResult {
  /** The team's slug. */
  readonly team: string
  readonly pushed: readonly string[]
  readonly gone: readonly string[]
  /** Files that the server did not accept, with reasons. Includes file conflicts. */
  readonly aside: readonly { readonly path: string; readonly reason: string }[]
}

export type PushStep = "opened" | "sent" | "started" | "stored"

/** Pushes the folder as an import. Never replaces text that the folder did not have before. */
export async function pushAll(
  server: Server,
  local: LocalFolder,
  { team, project, takenAs }: SyncTarget,
  { screen, onStep }: { screen: Screen; onStep: (step: PushStep) => void },
): Promise<PushResult> {
  const memory = local.files.map(({ path, size, sha256, modifiedAt }) => ({ path, size, sha256, modifiedAt }))
  const files = [...(await withChangeTimes(local.root, memory)), ...local.besides]
  const opened = await server.call("import.open", {
    team,
    project,
    source: { kind: "client", name: local.source },
    complete: true,
    sync: true,
    takenAs,
    files,
    refused: local.refused,
  })
  onStep("opened")
  await sendFiles(
    server,
    opened,
    { root: local.root, source: local.source, files, refused: local.refused },
    screen,
  )
  onStep("sent")
  await server.call("import.start", { run: opened.run, team: opened.team })
  onStep("started")
  const ended = await followImport(server, opened, screen)
  if (ended.state !== "done")
    throw refuse(
      ended.state,
      ended.error ??
        `the push did not finish (${ended.state}). Files already stored are kept. Sync again to continue`,
    )
  onStep("stored")
  const items = async (status: "new" | "changed" | "gone" | "set-aside") =>
    ended.files[status === "set-aside" ? "setAside" : status] === 0 ? [] : listItems(server, opened, status)
  const [fresh, changed, gone, aside] = [
    await items("new"),
    await items("changed"),
    await items("gone"),
    await items("set-aside"),
  ]
  const unread = new Set(local.refused.map((one) => one.path))
  return {
    team: opened.team,
    pushed: [...fresh, ...changed].map((item) => item.path).toSorted(),
    gone: gone.map((item) => item.path),
    aside: aside
      .filter((item) => !unread.has(item.path))
      .map(({ path, reason }) => ({ path, reason: reason ?? "quarantined" })),
  }
}
