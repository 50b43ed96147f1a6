import type { Location } from "../../memory/memory-files/format"
import { markdownFormat, NO_LIMITS } from "../markdown/markdown-format"
import { divideAt, isHome, isMarkdown, partsOf } from "../paths"

/** What people write for agents: read beside memory, to see what a memory merely repeats. Never written, and no entry of it is memory. */
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

function rootOf(path: string): string | null {
  const { name, folder, segments } = partsOf(path)
  const own = (parent: string) => (segments.at(-2) === parent ? segments.slice(0, -2).join("/") : folder)
  if (name === "CLAUDE.md" || name === "CLAUDE.local.md") return own(".claude")
  if (name === "AGENTS.md" || name === "AGENT.md") return own(".agents")
  if (name === "GEMINI.md") return own(".gemini")
  if (name === "QWEN.md") return own(".qwen")
  if (name === ".cursorrules") return folder
  if (name.endsWith(".mdc")) return divideAt(path, ".cursor", "rules")?.root ?? null
  if (name === "copilot-instructions.md" && segments.at(-2) === ".github") return own(".github")
  if (!isMarkdown(name)) return null
  return divideAt(path, ".claude", "rules")?.root ?? divideAt(path, ".github", "instructions")?.root ?? null
}
