import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "@playwright/test"

/** A folder with these files in the tests' output folder, for browser tests. */
export function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = test.info().outputPath(name)
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}

export const agentMemory = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`

/** A memory file with the given number of entries. */
export function notesOf(agent: string, entries: number): string {
  return [
    `# ${agent}`,
    "",
    "## Notes",
    "",
    ...Array.from({ length: entries }, (_, place) => `- Note ${place + 1} of ${agent}`),
    "",
  ].join("\n")
}

/** A JSON memory file with a missing comma on line 3. */
export const BROKEN_JSON = '{\n  "version": 1,\n  "memories": [ { "id": "a" "text": "b" } ]\n}\n'

/** Invalid UTF-8: é in Latin-1 on line 3. */
export const LATIN = Uint8Array.from([0x23, 0x20, 0x61, 0x0a, 0x0a, 0x2d, 0x20, 0x63, 0x61, 0x66, 0xe9, 0x0a])
