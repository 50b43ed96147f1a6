import type { MemoryFormat } from "../memory/format"
import { claudeAgentMemory, claudeAutoMemory } from "./claude-memory"
import { kaizen } from "./kaizen"
import { memoryGraph } from "./memory-graph"
import { memoryProtocol } from "./memory-protocol"
import { runCache } from "./run-cache"

/** All formats, the more particular first: of formats that accept a file alike, the first has it. */
export const FORMATS: readonly MemoryFormat[] = [kaizen, memoryProtocol, runCache, claudeAgentMemory, claudeAutoMemory, memoryGraph]
