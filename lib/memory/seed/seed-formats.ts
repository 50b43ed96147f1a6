import type { FormatId } from "../memory-files/format"

/** Formats in which what is seeded can be written: those whose empty file takes entries. The first two keep an agent's own memory. */
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
