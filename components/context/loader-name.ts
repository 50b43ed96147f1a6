import type { FormatId } from "@/lib/memory/memory-files/format"

const LOADERS: Readonly<Record<Exclude<FormatId, "instructions">, string>> = {
  kaizen: "Kaizen protocol",
  "memory-protocol": "memory protocol",
  "run-cache": "run cache",
  "category-memory": "Claude Code, by category",
  "claude-agent-memory": "Claude Code",
  "claude-auto-memory": "Claude Code",
  "agents-dir-memory": "agents folder",
  "cline-memory-bank": "Cline",
  "serena-memories": "Serena",
  "openclaw-workspace": "OpenClaw workspace",
  "memory-workspace": "workspace",
  "mcp-memory-graph": "MCP memory server",
  "codex-memories": "Codex",
  "added-memories": "Gemini CLI or Qwen Code",
}

/** Instruction files of a single harness. All others are read by several. */
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)CLAUDE(?:\.local)?\.md$|(?:^|\/)\.claude\//, "Claude Code"],
  [/(?:^|\/)GEMINI\.md$/, "Gemini CLI"],
  [/(?:^|\/)QWEN\.md$/, "Qwen Code"],
  [/(?:^|\/)\.cursor(?:\/|rules$)/, "Cursor"],
  [/(?:^|\/)\.github\//, "GitHub Copilot"],
]

/** Returns the name of the harness or protocol that loads a file. */
export function loaderName(format: FormatId, path: string): string {
  if (format !== "instructions") return LOADERS[format]
  return INSTRUCTIONS.find(([pattern]) => pattern.test(path))?.[1] ?? "any harness"
}
