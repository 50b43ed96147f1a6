import type { Location } from "../memory/memory-files/format"
import { markdownFormat, NO_LIMITS } from "./markdown/markdown-format"
import { divideAt, isHome, isMarkdown, partsOf } from "./paths"

/** Instructions for agents. Read-only and without entries; memory is compared with them to find repetitions. */
export const instructions = markdownFormat({
  id: "instructions",
  name: "Instructions",
  locate: (path) => {
    const root = rootOf(path)
    if (root === null) return null
    const location: Location = {
      scope: isHome(root) ? "global" : "project",
      role: "identity",
      root,
      agent: null,
      category: null,
      subject: null,
    }
    return location
  },
  reading: () => ({ noEntries: true, looseFrontmatter: true }),
  allows: () => "nothing",
  scaffold: () => "",
  limits: () => NO_LIMITS,
})

/** Names of instructions, with the folder that they may also be in. */
const FOLDER_BY_NAME: ReadonlyMap<string, string> = new Map([
  ["CLAUDE.md", ".claude"],
  ["CLAUDE.local.md", ".claude"],
  ["AGENTS.md", ".agents"],
  ["AGENT.md", ".agents"],
  ["GEMINI.md", ".gemini"],
  ["QWEN.md", ".qwen"],
])

/** Returns the project that instructions belong to; null for other files. */
function rootOf(path: string): string | null {
  const { name, folder, segments } = partsOf(path)
  const parent = segments.at(-2)
  const grandparent = segments.slice(0, -2).join("/")
  const own = FOLDER_BY_NAME.get(name)
  if (own !== undefined) return parent === own ? grandparent : folder
  if (name === ".cursorrules") return folder
  if (name === "copilot-instructions.md" && parent === ".github") return grandparent
  return rootOfRules(path, name)
}

/** Returns the project of a file in a folder of rules; null for other files. */
function rootOfRules(path: string, name: string): string | null {
  if (name.endsWith(".mdc")) return divideAt(path, ".cursor", "rules")?.root ?? null
  if (!isMarkdown(name)) return null
  return divideAt(path, ".claude", "rules")?.root ?? divideAt(path, ".github", "instructions")?.root ?? null
}
