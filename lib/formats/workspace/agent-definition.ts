import { findSecrets } from "@/lib/memory/secrets/secrets"
import { slugOf } from "@/lib/memory/text/slug"
import { readFrontmatter } from "../markdown/frontmatter"
import { indexLines } from "../markdown/lines"
import { baseName, isMarkdown, partsOf } from "../paths"

/** What the file that defines an agent says of the agent's memory. */
export interface AgentDefinition {
  readonly agent: string
  /** `memory: disabled`: no memory is made for this agent, and writes for it are refused. */
  readonly optedOut: boolean
  /** What it is for: its description, else how its instructions begin. Null where it says nothing, or holds a secret. */
  readonly description: string | null
  /** Slug of the category that it states (`category: testing`); null where it states none. */
  readonly category: string | null
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
  const agent =
    values.get("name")?.value || values.get("agent")?.value || baseName(name).replace(/^agent-/, "")
  const told = (values.get("description")?.value || firstParagraph(text))
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MOST_CHARACTERS)
  return {
    agent,
    optedOut: values.get("memory")?.value.toLowerCase() === "disabled",
    description:
      told === "" || findSecrets(told).length > 0 ? null : told.toWellFormed().replaceAll("\0", ""),
    category: categoryIn(values.get("category")?.value || values.get("metadata.category")?.value),
  }
}

/** Null for what is no name of a category: empty, too long, several words of a sentence, or a secret. */
function categoryIn(stated: string | undefined): string | null {
  const name = stated?.replace(/\s+category$/i, "").trim() ?? ""
  if (name === "" || name.length > LONGEST_CATEGORY || !/^[\p{L}\p{N}]/u.test(name)) return null
  return findSecrets(name).length > 0 ? null : slugOf(name)
}

const LONGEST_CATEGORY = 60

/** Enough to tell what an agent is for. */
const MOST_CHARACTERS = 2_000

/** The first lines below the frontmatter that are no heading. */
const firstParagraph = (text: string): string =>
  text
    .replace(/^\uFEFF?---[^\n]*\n[\s\S]*?\n---[^\n]*(?:\n|$)/, "")
    .split(/\n\s*\n/)
    .map((block) => block.replaceAll(/^#.*$/gm, "").trim())
    .find((block) => block !== "") ?? ""
