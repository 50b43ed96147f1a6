import { shellWord } from "@/lib/memory/text/shell-quote"

/** Harnesses that `quarterdeck hook install` supports. */
const HOOKED = ["claude-code", "cursor", "codex", "opencode", "gemini-cli"]

/**
 * Returns the command that installs the hook for a harness; null if it has none. Default harness: Claude
 * Code.
 */
export function hookCommand(agent: string, project: string, harness: string | null): string | null {
  const name = harness ?? "claude-code"
  return HOOKED.includes(name)
    ? `quarterdeck hook install ${name} --agent ${shellWord(agent)} --project ${shellWord(project)}`
    : null
}

/** Returns the command that starts a session in any harness and records a delivery. */
export function startCommand(agent: string, project: string, harness: string | null): string {
  return `quarterdeck session start ${shellWord(agent)} --project ${shellWord(project)} --session ID${harness === null ? "" : ` --harness ${shellWord(harness)}`}`
}
