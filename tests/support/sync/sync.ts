import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Screen } from "@/lib/cli/infra/command"
import { serverAt } from "@/lib/cli/infra/server"
import {
  type SyncRequest,
  predictSync,
  compareWithServer,
  type SyncResult,
  syncFolder,
} from "@/lib/cli/sync/sync-folder"
import { givenFolder, putFiles } from "../imports/memory-folder"

export const SILENT: Screen = { progress: () => undefined, say: () => undefined, width: Infinity }

export interface Machine {
  readonly folder: string
  /** Environment variables of its processes. */
  readonly env: Readonly<Record<string, string>>
  sync(more?: Partial<SyncRequest>): Promise<SyncResult>
  /** Previews a sync. */
  look(): Promise<SyncResult>
  on(path: string): string
  has(path: string): boolean
}

interface Talking {
  readonly url: string
  readonly token: string
  readonly team: string
  /** Default: ledger. */
  readonly project?: string | undefined
  /** Default: a new folder. */
  readonly folder?: string
}

/** A folder on a separate machine that syncs with the server at `url`. */
export function givenMachine(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  { url, token, team, folder = givenFolder(), ...more }: Talking,
): Machine {
  putFiles(folder, files)
  const project = "project" in more ? more.project : "ledger"
  const env = {
    QUARTERDECK_URL: url,
    QUARTERDECK_TOKEN: token,
    QUARTERDECK_MACHINE: name,
    XDG_STATE_HOME: givenFolder(),
  }
  const asked = {
    directory: folder,
    server: serverAt(url, () => ({ token, from: "the test" })),
    screen: SILENT,
    env,
    team,
    project,
  }
  return {
    folder,
    env,
    sync: (more) => syncFolder({ ...asked, push: true, pull: true, ...more }),
    look: async () => predictSync(await compareWithServer(asked), { push: true, pull: true }),
    on: (path) => readFileSync(join(folder, path), "utf8"),
    has: (path) => existsSync(join(folder, path)),
  }
}

/** All files below a folder with their bytes, by path. */
export function bytesBelow(folder: string, below = ""): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(join(folder, below)).map((name): Record<string, string> => {
      const path = below === "" ? name : `${below}/${name}`
      return statSync(join(folder, path)).isDirectory()
        ? bytesBelow(folder, path)
        : { [path]: readFileSync(join(folder, path)).toString("base64") }
    }),
  ) as Record<string, string>
}
