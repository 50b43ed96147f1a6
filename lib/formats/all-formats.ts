import type { MemoryFormat } from "../memory/memory-files/format"
import { addedMemories } from "./gemini-qwen-memory"
import { categoryMemory } from "./category"
import { claudeAgentMemory, claudeAutoMemory } from "./claude/claude-memory"
import { agentsDirMemory, clineMemoryBank, codexMemories, serenaMemories } from "./cline-serena-codex-memory"
import { instructions } from "./instruction-files"
import { kaizen } from "./kaizen"
import { memoryGraph } from "./json/memory-graph"
import { memoryProtocol } from "./json/memory-protocol"
import { openClaw } from "./workspace/openclaw"
import { runCache } from "./json/run-cache"
import { memoryWorkspace } from "./workspace/workspace"

/** All formats, specific ones first. If several accept a file equally, the first wins. */
export const FORMATS: readonly MemoryFormat[] = [
  kaizen,
  memoryProtocol,
  runCache,
  categoryMemory,
  claudeAgentMemory,
  claudeAutoMemory,
  agentsDirMemory,
  clineMemoryBank,
  serenaMemories,
  codexMemories,
  addedMemories,
  openClaw,
  memoryWorkspace,
  instructions,
  memoryGraph,
]
