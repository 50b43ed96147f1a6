import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type GuideSection, guideSections } from "@/components/docs/markdown-blocks"

/** A guide in docs/, as docs/README.md lists it. `slug` is its file name without the extension. */
export interface Guide {
  readonly slug: string
  readonly title: string
  /** Description in one line. */
  readonly about: string
}

export interface GuideGroup {
  readonly title: string
  readonly guides: readonly Guide[]
}

export interface GuideHit {
  readonly guide: Guide
  readonly section: GuideSection
  /** The text around the first match. */
  readonly excerpt: string
}

/** The threat model is SECURITY.md beside the README, where code hosts look for it. */
const THREAT_MODEL: Guide = {
  slug: "threat-model",
  title: "Threat model",
  about: "attackers, guarantees, limits",
}
/** Maximum number of results of a search. */
export const MOST_HITS = 30
const EXCERPT = 160

const texts = new Map<string, string>()

/**
 * Returns the text of a file of the documentation. Each file is read once, because files change only with an
 * update.
 */
function read(name: string): string {
  const kept = texts.get(name)
  if (kept !== undefined) return kept
  const text = readFileSync(
    join(/* turbopackIgnore: true */ process.env.QUARTERDECK_ROOT ?? process.cwd(), name),
    "utf8",
  )
  texts.set(name, text)
  return text
}

/** Returns the guides by group, in the order of docs/README.md. */
export function listGuides(): GuideGroup[] {
  const groups: { title: string; guides: Guide[] }[] = []
  for (const line of read("docs/README.md").split("\n")) {
    if (line.startsWith("## ")) groups.push({ title: line.slice(3), guides: [] })
    const [, title, slug, about] = /^- \[([^\]]+)\]\(([a-z-]+)\.md\): (.+)$/.exec(line) ?? []
    if (title && slug && about) groups.at(-1)?.guides.push({ slug, title, about })
  }
  groups.find(({ title }) => title === "Operate")?.guides.push(THREAT_MODEL)
  return groups
}

const allGuides = () => listGuides().flatMap(({ guides }) => guides)

/** Returns a guide with its text, or null if docs/README.md does not list it. */
export function findGuide(slug: string): (Guide & { readonly text: string }) | null {
  const guide = allGuides().find((one) => one.slug === slug)
  return guide ? { ...guide, text: textOf(guide) } : null
}

const textOf = ({ slug }: Guide) => read(slug === THREAT_MODEL.slug ? "SECURITY.md" : `docs/${slug}.md`)

/**
 * Returns the address for a link in a guide: a page of the app for another guide. Web addresses and anchors
 * are returned unchanged. Null if the target is a file that the app does not serve.
 */
export function guideAddress(target: string): string | null {
  if (/^https?:\/\//.test(target) || target.startsWith("#")) return target
  const [path = "", anchor] = target.split("#")
  const name = path.split("/").at(-1)
  const slug = name === "SECURITY.md" ? THREAT_MODEL.slug : name?.replace(/\.md$/, "")
  const isServed = !path.includes("decisions/") && allGuides().some((one) => one.slug === slug)
  return isServed ? `/docs/${slug}${anchor === undefined ? "" : `#${anchor}`}` : null
}

/** Returns the words of a query in lower case. */
export const queryWords = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Returns at most `MOST_HITS` sections that contain all words of the query, best first. Matches in headings
 * rank higher than matches in the text. Without words, returns none.
 */
export function searchGuides(query: string): GuideHit[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  const hits = allGuides().flatMap((guide) =>
    guideSections(textOf(guide)).flatMap((section) => {
      const heading = `${guide.title} ${section.heading}`.toLowerCase()
      const text = section.text.toLowerCase()
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return []
      const inHeading = words.filter((word) => heading.includes(word)).length
      const mentions = words.reduce((sum, word) => sum + text.split(word).length - 1, 0)
      return [{ guide, section, excerpt: excerptOf(section.text, words), score: inHeading * 100 + mentions }]
    }),
  )
  return hits.toSorted((a, b) => b.score - a.score).slice(0, MOST_HITS)
}

/** Returns the text around the first match, cut between words. */
function excerptOf(text: string, words: readonly string[]): string {
  const found = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...found, text.length) - EXCERPT / 2)
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1
  const space = text.lastIndexOf(" ", from + EXCERPT)
  const cut = space > from ? space : from + EXCERPT
  const to = from + EXCERPT < text.length ? cut : text.length
  const part = text.slice(from, to).replace(/^· | ·$/g, "")
  return `${from > 0 ? "… " : ""}${part}${to < text.length ? " …" : ""}`
}
