import {
  audienceOf,
  COORDINATOR_SECTION,
  roleTitles,
  SHARED_SECTION,
  titled,
} from "../memory/context/category-section"
import type { CategoryLayout, Location, Surroundings } from "../memory/memory-files/format"
import { DEFAULT_TAXONOMY, categoryOfName } from "../memory/agents/categories"
import { belowAgentMemory, isSharedFolder, limits } from "./claude/claude-memory"
import type { MarkdownDocument } from "./markdown/markdown-document"
import { markdownFormat } from "./markdown/markdown-format"
import { baseName, isHome } from "./paths"

export { audienceOf, roleTitle } from "../memory/context/category-section"

const SHARED_FILE = "SHARED.md"
const SLUGS = new Set(DEFAULT_TAXONOMY.map((category) => category.slug))

/**
 * Shared memory of a category of agents: one file per category (`architecture/MEMORY.md`, layouts B and D), or `SHARED.md` with a file for
 * each role beside it (layout C). Source: category memory, options A to D.
 */
export const categoryMemory = markdownFormat({
  id: "category-memory",
  name: "Category memory",
  locate: (path, around) => {
    const place = placeOf(path)
    if (place === null) return null
    const { root, category, file } = place
    if (file === "MEMORY.md" && !SLUGS.has(category) && isSharedFolder(category, root, around)) return null
    const base: Location = {
      scope: isHome(root) ? "global" : "project",
      role: "memory",
      root,
      agent: null,
      category,
      subject: null,
    }
    if (file === SHARED_FILE) return { ...base, role: "shared" }
    if (file === "MEMORY.md") return base
    if (!around.siblings.has(SHARED_FILE)) return null
    return { ...base, agent: file === "coordinator.md" ? `${category}-coordinator` : baseName(file) }
  },
  certainty: (path, around) => {
    const place = placeOf(path)
    if (place === null) return 0
    if (around.siblings.has(SHARED_FILE)) return 2
    return SLUGS.has(place.category) && !standsAmongAgents(place.folder, around) ? 1 : -1
  },
  recognizes: (text, path) => {
    const place = placeOf(path)
    if (place === null || place.file !== "MEMORY.md") return 0
    if (SAYS_CATEGORY.test(text.slice(0, 4096)) || HAS_SHARED.test(text)) return 2
    return SLUGS.has(place.category) ? 0 : -1
  },
  reading: () => ({ audienceOf, describes }),
  dates: "always",
  order: [SHARED_SECTION, COORDINATOR_SECTION],
  inspect: (document, path) => ({ meta: { layout: layoutOf(document, path) } }),
  scaffold: ({ category, categoryName, roles }) => {
    const name =
      categoryName ??
      DEFAULT_TAXONOMY.find((one) => one.slug === category)?.name ??
      titled(category ?? "agents")
    const sections = [
      SHARED_SECTION,
      ...[...roleTitles(roles).values()].map((title) => `${title}-Specific`),
      COORDINATOR_SECTION,
    ]
    return [`# ${name} Category Memory`, ...sections.map((section) => `## ${section}`)].join("\n\n") + "\n"
  },
  limits: (path) => ({ ...limits(path), budget: 100 }),
})

function layoutOf({ sections }: Pick<MarkdownDocument, "sections">, path: string): CategoryLayout {
  if (placeOf(path)?.file !== "MEMORY.md") return "C"
  return sections.some(({ name }) => audienceOf(name) !== null) ? "D" : "B"
}

function describes({ name, level }: { name: string; level: number }) {
  if (level !== 2) return "never"
  return audienceOf(name) === null ? "before items" : "always"
}

const SAYS_CATEGORY = /^#[ \t][^\r\n]*\bcategory memory\b/im
const HAS_SHARED = /^##[ \t]+shared patterns[ \t]*(?:#+[ \t]*)?$/im

function placeOf(path: string): { root: string; folder: string; category: string; file: string } | null {
  const place = belowAgentMemory(path)
  const [category, file] = place?.below ?? []
  if (place === null || place.below.length !== 2 || category === undefined || file === undefined) return null
  return { root: place.root, folder: place.folder, category, file }
}

/**
 * True if more subfolders have unknown names than names of categories. Names of the taxonomy's agents do not
 * count. A folder `review` is then an agent too.
 */
function standsAmongAgents(folder: string, around: Surroundings): boolean {
  const names = [...around.at(folder)].filter((name) => !name.includes("."))
  const categories = names.filter((name) => SLUGS.has(name))
  const strangers = names.filter(
    (name) => !SLUGS.has(name) && categoryOfName(DEFAULT_TAXONOMY, name) === null,
  )
  return strangers.length > categories.length
}
