/** Harnesses that `quarterdeck hook install` knows. */
const HOOKED = ["claude-code", "cursor", "codex", "opencode", "gemini-cli"]

/** How an agent's harness comes to load its memory by itself; null: it has no hook of ours. Where no harness is known it is the most usual one. */
export function hookCommand(agent: string, project: string, harness: string | null): string | null {
  const name = harness ?? "claude-code"
  return HOOKED.includes(name)
    ? `quarterdeck hook install ${name} --agent ${quoted(agent)} --project ${quoted(project)}`
    : null
}

/** How any harness takes a receipt. */
export function startCommand(agent: string, project: string, harness: string | null): string {
  return `quarterdeck session start ${quoted(agent)} --project ${quoted(project)} --session ID${harness === null ? "" : ` --harness ${quoted(harness)}`}`
}

const quoted = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
