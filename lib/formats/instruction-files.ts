import type { Location, MemoryFormat } from "../memory/memory-files/format"
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

const ADDED = /\badded memories$/i
const HEADING = /^#{1,6}[ \t]+[^\r\n]{0,80}\badded memories[ \t]*$/im

/** Harness by file name: its name in the heading of the section, and the folder of its settings. */
const HARNESSES: ReadonlyMap<string, { readonly name: string; readonly folder: string }> = new Map([
  ["GEMINI.md", { name: "Gemini", folder: ".gemini" }],
  ["QWEN.md", { name: "Qwen", folder: ".qwen" }],
])

const isAdded = (section: string): boolean => ADDED.test(section.trim())

const sections = markdownFormat({
  id: "added-memories",
  name: "Gemini CLI and Qwen Code memory",
  locate: (path): Location | null => {
    const { name, folder, segments } = partsOf(path)
    const harness = HARNESSES.get(name)
    if (harness === undefined) return null
    const root = segments.at(-2) === harness.folder ? segments.slice(0, -2).join("/") : folder
    return {
      scope: isHome(root) ? "global" : "project",
      role: "memory",
      root,
      agent: null,
      category: null,
      subject: null,
    }
  },
  certainty: () => -1,
  needsProof: () => true,
  isShownBy: (text) => HEADING.test(text),
  reading: () => ({ holdsEntries: isAdded, looseFrontmatter: true }),
  scaffold: () => "## Gemini Added Memories\n",
  limits: () => NO_LIMITS,
})

/**
 * `GEMINI.md` and `QWEN.md`: the section in which the harness saves memories. The rest of these files is
 * instructions, so a new entry without a section is added to that section.
 */
export const addedMemories: MemoryFormat = {
  ...sections,
  revise: (text, path, changes) => {
    const { name } = partsOf(path)
    const harness = HARNESSES.get(name)
    const known = sections.parse(text, path).sections.find((section) => isAdded(section.name))?.name
    const section = known ?? `${harness?.name ?? "Gemini"} Added Memories`
    return sections.revise(
      text,
      path,
      changes.map((one) => (one.kind === "add" ? { ...one, section } : one)),
    )
  },
}
