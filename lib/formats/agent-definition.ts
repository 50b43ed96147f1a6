import { readFrontmatter } from "./frontmatter"
import { indexLines } from "./lines"
import { baseName, isMarkdown, partsOf } from "./paths"

/** What the file that defines an agent says of the agent's memory. */
export interface AgentDefinition {
  readonly agent: string
  /** `memory: disabled`: no memory is made for this agent, and writes for it are refused. */
  readonly optedOut: boolean
}

const DEFINITION = /(?:^|\/)(?:\.claude\/agents\/.+|\.kaizen\/agents\/[^/]+|agents\/agent-[^/]+)\.md$/i

/** Whether a path is one where harnesses look for agents' definitions. */
export const isAgentDefinition = (path: string): boolean => DEFINITION.test(path)

/**
 * Reads the frontmatter of an agent's definition (`.claude/agents/scout.md`, `agents/agent-scout.md`), null for any other file.
 * The file itself is no memory. Source: project memory convention, "Agent opt-out".
 */
export function readAgentDefinition(text: string, path: string): AgentDefinition | null {
  const { name, segments } = partsOf(path)
  if (!isMarkdown(name) || !segments.slice(0, -1).some((folder) => folder === "agents")) return null
  const values = readFrontmatter(text, indexLines(text), true)?.values
  if (values === undefined) return null
  const agent = values.get("name")?.value || values.get("agent")?.value || baseName(name).replace(/^agent-/, "")
  return { agent, optedOut: values.get("memory")?.value.toLowerCase() === "disabled" }
}
