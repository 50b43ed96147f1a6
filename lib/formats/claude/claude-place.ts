import type { Surroundings } from "../../memory/memory-files/format"
import { DEFAULT_TAXONOMY } from "../../memory/agents/taxonomy"
import { categoryOfName } from "../../memory/agents/taxonomy-placing"
import { ROLE_WORDS } from "../role-words"
import { dayOf, isMarkdown, isProjectSlug, partsOf } from "../paths"
import { isIdentityFile, isWorkspaceFolder, workspaceAgent } from "../workspace/workspace-place"

/** Claude Code memory outside `.claude`: the memory folder alone, a copy of it, or a repository whose root it is. */
export interface LoosePlace {
  /** The folder that the memory belongs to: what holds `memory`, else the folder of the index itself. */
  readonly root: string
  /** The project's path as Claude Code writes it, where a folder above has that name. */
  readonly slug: string | null
  /** False where only the text can show that the file is memory. */
  readonly isCertain: boolean
}

/** Levels below an index in which its topics may lie. */
const DEEPEST = 3

/**
 * Returns where a markdown file lies as Claude Code memory outside `.claude`, or null where it cannot be such memory. A folder is
 * memory by its names if it has an index and is called `memory` or holds markdown alone; elsewhere an index has to link the file,
 * or the file's front matter has to show it.
 */
export function loosePlace(path: string, around: Surroundings): LoosePlace | null {
  const { segments, folder } = partsOf(path)
  if (!mayBeTopic(path) || segments.some(isOfAnotherFormat)) return null
  const home = homeOf(folder, around)
  if (home === null || isWorkspaceHome(home, around)) return null
  const names = home.split("/")
  const isNamed = names.at(-1) === "memory"
  const root = isNamed ? names.slice(0, -1) : names
  const slug = isNamed && isProjectSlug(names.at(-2) ?? "") ? (names.at(-2) ?? null) : null
  const hasIndex = around.at(home).has("MEMORY.md")
  return {
    root: (slug === null ? root : root.slice(0, -1)).join("/"),
    slug,
    isCertain:
      around.isLinked?.(path) === true ||
      slug !== null ||
      (hasIndex && (isNamed || (hasTopics(home, around) && holdsMarkdownOnly(home, around)))),
  }
}

/**
 * Returns the agent that a folder's name stands for in a copy of `agent-memory`: a folder of markdown alone in which folders called
 * like agents have an index each. `agent` is null for a file beside these folders. Null for anything else.
 */
export function looseAgent(
  path: string,
  around: Surroundings,
): { root: string; agent: string | null } | null {
  const { segments } = partsOf(path)
  if (!mayBeTopic(path) || segments.some(isOfAnotherFormat)) return null
  for (let at = 0; at < segments.length; at += 1) {
    const root = segments.slice(0, at).join("/")
    if (!isFolderOfAgents(root, around)) continue
    return { root, agent: at < segments.length - 1 ? (segments[at] ?? null) : null }
  }
  return null
}

const isFolderOfAgents = remembered((folder, around) => {
  if (around.at(folder).has("MEMORY.md")) return false
  const owners = [...around.at(folder)].filter((name) => around.at(inside(folder, name)).has("MEMORY.md"))
  return (
    owners.some(isCalledLikeAgent) &&
    owners.every((name) => !isWorkspaceHome(inside(folder, name), around)) &&
    holdsMarkdownOnly(folder, around)
  )
})

const isCalledLikeAgent = (name: string): boolean =>
  categoryOfName(DEFAULT_TAXONOMY, name) !== null ||
  ROLE_WORDS.has(
    name
      .toLowerCase()
      .split(/[-_. ]/)
      .at(-1) ?? "",
  )

const NO_TOPICS =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security|claude|claude\.local|agents?|gemini|qwen)\.(?:md|markdown)$/i

const mayBeTopic = (path: string): boolean =>
  isMarkdown(path) && !NO_TOPICS.test(partsOf(path).name) && !isIdentityFile(path)

const OTHER_FOLDERS = new Set([
  "agent-memory",
  "agent-memory-local",
  "memory-bank",
  "memory_bank",
  "cline_docs",
])

const isOfAnotherFormat = (segment: string): boolean => segment.startsWith(".") || OTHER_FOLDERS.has(segment)

/** The nearest folder with an index or called `memory`; the top of the source for what lies there. */
function homeOf(folder: string, around: Surroundings): string | null {
  const segments = folder === "" ? [] : folder.split("/")
  for (let depth = segments.length; depth >= Math.max(0, segments.length - DEEPEST); depth -= 1) {
    const home = segments.slice(0, depth).join("/")
    if (segments[depth - 1] === "memory" || around.at(home).has("MEMORY.md")) return home
  }
  return folder === "" ? "" : null
}

/** A curated file with daily logs or identity files beside it belongs to a workspace. */
const isWorkspaceHome = remembered((home, around) => {
  const segments = home.split("/")
  const names = around.at(home)
  if (segments.at(-1) === "memory") {
    if (isWorkspaceFolder(around.at(segments.slice(0, -1).join("/")))) return true
    return [...names].some((name) => dayOf(name) !== null)
  }
  if (workspaceAgent(home, around) !== null) return true
  return [...names].some(isIdentityHere) || [...around.at(inside(home, "memory"))].some(isOfWorkspace)
})

/** Folders of the memory protocol below `memory` make no workspace. */
const PROTOCOL_FOLDERS = new Set(["projects", "teams", "global", "sessions"])
const isOfWorkspace = (name: string): boolean => !PROTOCOL_FOLDERS.has(name)

const isIdentityHere = (name: string): boolean =>
  isIdentityFile(name) && name !== "AGENTS.md" && name !== "TOOLS.md"

const hasTopics = (home: string, around: Surroundings): boolean =>
  [...around.at(home)].some((name) => name !== "MEMORY.md" && mayBeTopic(inside(home, name)))

/** Markdown, single records, and what every repository has beside it. Folders with very many files count as more than memory. */
const holdsMarkdownOnly = remembered((home, around) => {
  const folders = [home]
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of around.at(folder)) {
      if ((seen += 1) > MOST_FILES) return false
      if (name.startsWith(".") || isMarkdown(name) || isBesideMemory(name)) continue
      const below = inside(folder, name)
      if (around.at(below).size === 0) return false
      folders.push(below)
    }
  }
  return true
})

const MOST_FILES = 5_000

const isBesideMemory = (name: string): boolean =>
  /^(?:licen[cs]e|copying|notice)|\.(?:jsonl?|txt)$/i.test(name) &&
  !/^(?:package|tsconfig|composer|deno)\b/i.test(name)

const inside = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`)

/** Answers a question about a folder once for each source. */
function remembered(
  ask: (folder: string, around: Surroundings) => boolean,
): (folder: string, around: Surroundings) => boolean {
  const known = new WeakMap<Surroundings["at"], Map<string, boolean>>()
  return (folder, around) => {
    const answers = known.get(around.at) ?? new Map<string, boolean>()
    known.set(around.at, answers)
    const answer = answers.get(folder) ?? ask(folder, around)
    answers.set(folder, answer)
    return answer
  }
}
