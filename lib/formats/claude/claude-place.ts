import type { Surroundings } from "../../memory/memory-files/format"
import { DEFAULT_TAXONOMY, categoryOfName } from "../../memory/agents/categories"
import { dayOf, isMarkdown, isProjectSlug, partsOf } from "../paths"
import { isIdentityFile, isWorkspaceFolder, workspaceAgent } from "../workspace/workspace"

/** Claude Code memory outside of `.claude`: the memory folder alone, a copy of it, or a repository with memory at its root. */
export interface LoosePlace {
  /** Folder that the memory belongs to: the parent of `memory`, else the folder of the index. */
  readonly root: string
  /** Path of the project as Claude Code writes it, if a parent folder has such a name. */
  readonly slug: string | null
  /** False if only the text can show that the file is memory. */
  readonly isCertain: boolean
}

/** Maximum number of folder levels between an index and its topics. */
const DEEPEST = 3

/**
 * Returns the location of a Markdown file as Claude Code memory outside of `.claude`, or null if it cannot be memory. It is certain if a
 * folder has an index and is called `memory` or has only Markdown files, or if an index links to the file. Otherwise its front matter decides.
 */
export function loosePlace(path: string, around: Surroundings): LoosePlace | null {
  const { segments, folder } = partsOf(path)
  if (!mayBeTopic(path) || segments.some(isOfAnotherFormat)) return null
  const home = homeOf(folder, around)
  if (home === null || isWorkspaceHome(home, around)) return null
  const [parents, isNamed] = parentsOf(home)
  const parent = parents.at(-1) ?? ""
  if (isNamed && isProjectSlug(parent))
    return { root: parents.slice(0, -1).join("/"), slug: parent, isCertain: true }
  const isCertain = around.isLinked?.(path) === true || isMemoryFolder(home, isNamed, around)
  return { root: parents.join("/"), slug: null, isCertain }
}

/** Returns the folder that a memory belongs to, and whether the memory has a folder `memory` of its own. */
function parentsOf(home: string): [parents: string[], isNamed: boolean] {
  const names = home.split("/")
  return names.at(-1) === "memory" ? [names.slice(0, -1), true] : [names, false]
}

/** True for a folder with an index that is called `memory` or has only Markdown files. */
const isMemoryFolder = (home: string, isNamed: boolean, around: Surroundings): boolean =>
  around.at(home).has("MEMORY.md") &&
  (isNamed || (hasTopics(home, around) && holdsMarkdownOnly(home, around)))

/**
 * Returns the agent of a file in a copy of `agent-memory`: a folder with only Markdown, whose subfolders have names of agents and an index
 * each. `agent` is null for a file beside these folders. Null for other files.
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

/** Returns the nearest folder with an index or called `memory`; "" for files at the top of the source. */
function homeOf(folder: string, around: Surroundings): string | null {
  const segments = folder === "" ? [] : folder.split("/")
  for (let depth = segments.length; depth >= Math.max(0, segments.length - DEEPEST); depth -= 1) {
    const home = segments.slice(0, depth).join("/")
    if (segments[depth - 1] === "memory" || around.at(home).has("MEMORY.md")) return home
  }
  return folder === "" ? "" : null
}

/**
 * True if a folder belongs to a workspace: identity files or daily logs are in it or beside it, or its path
 * names a workspace.
 */
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

/** Folders of the memory protocol below `memory`. They do not indicate a workspace. */
const PROTOCOL_FOLDERS = new Set(["projects", "teams", "global", "sessions"])
const isOfWorkspace = (name: string): boolean => !PROTOCOL_FOLDERS.has(name)

const isIdentityHere = (name: string): boolean =>
  isIdentityFile(name) && name !== "AGENTS.md" && name !== "TOOLS.md"

const hasTopics = (home: string, around: Surroundings): boolean =>
  [...around.at(home)].some((name) => name !== "MEMORY.md" && mayBeTopic(inside(home, name)))

/** True for a folder with only Markdown, JSON or text files and what every repository has. False for folders with very many files. */
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

/** Returns a function with a cache of its results, per source and folder. */
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

/**
 * Last words of agents' names: roles in a team. They distinguish a folder of agents from a folder of projects. Source: names of agents in
 * public fleets. To add one: a singular noun for a role that is not a usual project name.
 */
const ROLE_WORDS: ReadonlySet<string> = new Set([
  "administrator",
  "advisor",
  "advocate",
  "agent",
  "analyst",
  "architect",
  "assistant",
  "auditor",
  "challenger",
  "checker",
  "coach",
  "coordinator",
  "critic",
  "dba",
  "debugger",
  "designer",
  "developer",
  "devops",
  "diagnostician",
  "engineer",
  "expert",
  "explorer",
  "fixer",
  "guardian",
  "hunter",
  "implementer",
  "inspector",
  "integrator",
  "investigator",
  "lead",
  "librarian",
  "maintainer",
  "manager",
  "orchestrator",
  "owner",
  "planner",
  "programmer",
  "qa",
  "researcher",
  "reviewer",
  "scout",
  "sdet",
  "specialist",
  "sre",
  "strategist",
  "supervisor",
  "tester",
  "validator",
  "verifier",
  "writer",
])
