import { findSecrets } from "@/lib/memory/secrets/secrets"
import { slugOf } from "@/lib/memory/text/names"
import { readFrontmatter } from "../markdown/frontmatter"
import { indexLines } from "../markdown/lines"
import { baseName, isMarkdown, partsOf } from "../paths"

/** Facts about an agent's memory from the file that defines the agent. */
export interface AgentDefinition {
  readonly agent: string
  /** True for `memory: disabled`. No memory is created for this agent, and writes for it are refused. */
  readonly optedOut: boolean
  /** Description, else the first paragraph of the instructions. Null if empty, or if it contains a secret. */
  readonly description: string | null
  /** Slug of the stated category (`category: testing`), or null. */
  readonly category: string | null
}

const DEFINITION = /(?:^|\/)(?:\.claude\/agents\/.+|\.kaizen\/agents\/[^/]+|agents\/agent-[^/]+)\.md$/i

/** True for paths at which harnesses look for definitions of agents. */
export const isAgentDefinition = (path: string): boolean => DEFINITION.test(path)

/**
 * Reads the front matter of an agent's definition (`.claude/agents/scout.md`, `agents/agent-scout.md`); null for other files. The file
 * itself is not memory. Source: project memory convention, "Agent opt-out".
 */
export function readAgentDefinition(text: string, path: string): AgentDefinition | null {
  const { name, segments } = partsOf(path)
  if (!isMarkdown(name) || !segments.slice(0, -1).some((folder) => folder === "agents")) return null
  const values = readFrontmatter(text, indexLines(text), true)?.values
  if (values === undefined) return null
  const stated = (key: string): string => values.get(key)?.value ?? ""
  return {
    agent: stated("name") || stated("agent") || baseName(name).replace(/^agent-/, ""),
    optedOut: stated("memory").toLowerCase() === "disabled",
    description: descriptionIn(stated("description") || firstParagraph(text)),
    category: categoryIn(stated("category") || stated("metadata.category")),
  }
}

function descriptionIn(stated: string): string | null {
  const text = stated.replaceAll(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS)
  return text === "" || findSecrets(text).length > 0 ? null : text.toWellFormed().replaceAll("\0", "")
}

/** Returns the slug of a category; null if the name is empty, too long or a secret. */
function categoryIn(stated: string): string | null {
  const name = stated.replace(/\s+category$/i, "").trim()
  if (name === "" || name.length > LONGEST_CATEGORY || !/^[\p{L}\p{N}]/u.test(name)) return null
  return findSecrets(name).length > 0 ? null : slugOf(name)
}

const LONGEST_CATEGORY = 60

/** Maximum length of a description. */
const MOST_CHARACTERS = 2_000

/** Returns the first paragraph below the front matter, without headings. */
const firstParagraph = (text: string): string =>
  text
    .replace(/^\uFEFF?---[^\n]*\n[\s\S]*?\n---[^\n]*(?:\n|$)/, "")
    .split(/\n\s*\n/)
    .map((block) => block.replaceAll(/^#.*$/gm, "").trim())
    .find((block) => block !== "") ?? ""
