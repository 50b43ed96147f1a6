import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"

/** A temporary directory with these files, deleted after the test. */
export function givenFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "quarterdeck-memory-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  putFiles(folder, files)
  return folder
}

export function putFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

/** Path of an agent's memory file in a project. */
export const memoryPath = (agent: string) => `.kaizen/agents/${agent}/memory.md`

/** A memory file with one section and one line for each statement. */
export function memoryOf(
  agent: string,
  findings: readonly string[],
  { section = "Accumulated Findings" } = {},
): string {
  const head = [
    "---",
    `agent: ${agent}`,
    "project: ledger",
    "last_updated: 2026-02-01",
    "session_count: 2",
    "---",
    "",
  ]
  return [
    ...head,
    `# ${agent}`,
    "",
    `## ${section}`,
    ...findings.map((line) => `- ${line}`),
    "",
    "## Session Log",
    "- 2026-02-01 · read the ledger · done",
    "",
  ].join("\n")
}

/**
 * A fleet with the given number of files of several kinds, each with unique statements. The same number gives
 * the same files.
 */
export function fleetOf(files: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: files }, (_, place): [string, string] => {
      const agent = `agent-${String(place).padStart(4, "0")}`
      const statements = Array.from(
        { length: 4 + (place % 5) },
        (__, line) =>
          `[2026-01-${String(1 + (line % 28)).padStart(2, "0")}] Statement ${line} of ${agent} about part ${(place * 7 + line) % 97}`,
      )
      if (place % 10 === 8)
        return [`memory/teams/team-${place}/memory.json`, `{ "memory": [ {"id": ${place}, ]`]
      if (place % 10 === 9) return [`docs/note-${place}.txt`, "not a memory file"]
      return [memoryPath(agent), memoryOf(agent, statements)]
    }),
  )
}
