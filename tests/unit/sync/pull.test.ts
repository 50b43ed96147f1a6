import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import type { LocalFolder } from "@/lib/cli/sync/scan-folder"
import { pullAll } from "@/lib/cli/sync/transfer"
import { type Call, type Server, serverAt } from "@/lib/cli/infra/server"

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quarterdeck-pull-"))
  mkdirSync(join(root, ".git"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const TEXT = "# Ann\n"
const sha256 = createHash("sha256").update(TEXT).digest("hex")
/** A server with the same text for every file. */
const server: Server = {
  ...serverAt("http://here", () => ({ token: "", from: "" })),
  call: (async (_, input) => ({
    files: (input as { files: { file: string }[] }).files.map(({ file }) => ({ file, sha256, text: TEXT })),
    taken: 1,
  })) as Call,
}

it("a pull writes nothing into tool folders, outside the folder, or through links, whatever the server returns", async () => {
  const paths = [
    "notes/MEMORY.md",
    ".git/config",
    "sub/.GIT/config",
    "node_modules/a/MEMORY.md",
    "../MEMORY.md",
    "/tmp/MEMORY.md",
  ]
  const pull = paths.map((path, place) => ({
    file: `00000000-0000-7000-8000-00000000000${place}`,
    path,
    sha256,
    replaces: null,
  }))
  const pulled = await pullAll(
    server,
    { root, source: "here" } as LocalFolder,
    { team: "core", project: undefined, pull },
    {
      screen: { progress: () => undefined, say: () => undefined, width: 80 },
      onStep: () => undefined,
      onPulled: () => undefined,
    },
  )
  expect([pulled.pulled, pulled.failed.map((one) => one.path).toSorted()]).toEqual([
    ["notes/MEMORY.md"],
    paths.slice(1).toSorted(),
  ])
  expect([
    existsSync(join(root, ".git/config")),
    existsSync(join(root, "sub")),
    readFileSync(join(root, "notes/MEMORY.md"), "utf8"),
  ]).toEqual([false, false, TEXT])
})
