import type { FormatId } from "../memory-files/format"

/**
 * Formats that a seed can be written in: those whose empty file accepts entries. The first two are for an
 * agent's own memory.
 */
export const SEED_FORMATS = [
  "kaizen",
  "claude-agent-memory",
  "category-memory",
  "memory-protocol",
  "memory-workspace",
  "openclaw-workspace",
  "agents-dir-memory",
  "claude-auto-memory",
  "cline-memory-bank",
  "serena-memories",
  "mcp-memory-graph",
] as const satisfies readonly FormatId[]
export type SeedFormat = (typeof SEED_FORMATS)[number]
