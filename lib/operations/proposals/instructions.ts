import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { instructionTexts } from "@/lib/db/agents/workspaces"
import type { InstructionLine, Instructions } from "@/lib/memory/comparison/restated-instructions"
import { linesOfInstructions } from "./instruction-lines"
import { runIsolated } from "../isolated/run-isolated"

/**
 * Maximum number of characters of a project's instructions that are compared with statements. No agent loads
 * as much. The comparison takes at most about 0.1 s.
 */
const MOST_CHARACTERS = 100_000

/** Cache of the lines of instructions files, by the hash of the text. */
const known = new Map<string, readonly InstructionLine[]>()
const MOST_KNOWN = 2_000

/**
 * Returns the lines of a project's instructions, file by file, up to `MOST_CHARACTERS`. Each text is read
 * once, in a child process. Leaves out files that cannot be read.
 */
export async function instructionsOf(teamId: string, projectId: string): Promise<Instructions[]> {
  const held = new Map<string, readonly InstructionLine[]>() // Other requests may clear this cache meanwhile.
  const files = await instructionTexts(wholeTeamUnchecked(teamId), projectId, (sha256) => {
    const lines = known.get(sha256)
    if (lines) held.set(sha256, lines)
    return lines !== undefined
  })
  const unread = [
    ...new Map(
      files.flatMap(({ sha256, text }) => (held.has(sha256) ? [] : [[sha256, text ?? ""] as const])),
    ),
  ]
  const results = await runIsolated(
    linesOfInstructions,
    unread.map(([, text]) => text),
  )
  if (known.size > MOST_KNOWN) known.clear()
  for (const [at, [sha256]] of unread.entries()) {
    const result = results[at]
    const lines = result?.ok ? result.value : []
    held.set(sha256, lines)
    known.set(sha256, lines)
  }
  let left = MOST_CHARACTERS
  return files.map(({ path, sha256 }) => ({
    path,
    entries: (held.get(sha256) ?? []).filter(({ text }) => (left -= text.length) >= 0),
  }))
}
