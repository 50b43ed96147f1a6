import type { MemoryFormat } from "../memory/format"
import { addedMemories } from "./added-memories"
import { categoryMemory } from "./category"
import { claudeAgentMemory, claudeAutoMemory } from "./claude-memory"
import { agentsDirMemory, clineMemoryBank, codexMemories, serenaMemories } from "./free-markdown"
import { instructions } from "./instructions"
import { kaizen } from "./kaizen"
import { memoryGraph } from "./memory-graph"
import { memoryProtocol } from "./memory-protocol"
import { openClaw } from "./openclaw"
import { runCache } from "./run-cache"
import { memoryWorkspace } from "./workspace"

/** All formats, the more particular first: of formats that accept a file alike, the first has it. */
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
