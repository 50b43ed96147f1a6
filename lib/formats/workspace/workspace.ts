import type { Location, Surroundings } from "../../memory/memory-files/format"
import { isDay } from "../field-values"
import type { Reading } from "../markdown/markdown-document"
import { dayOf, isHome, isMarkdown, partsOf } from "../paths"
import { markdownFormat, NO_LIMITS } from "../markdown/markdown-format"

/** Files about an agent's identity and way of working. They are read-only. */
const IDENTITY = new Set([
  "AGENTS.md",
  "SOUL.md",
  "IDENTITY.md",
  "USER.md",
  "TOOLS.md",
  "HEARTBEAT.md",
  "BOOTSTRAP.md",
])
/** Files that only an OpenClaw workspace has. */
const OPENCLAW_ONLY = ["TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md"]
const OPENCLAW_NAME = /openclaw|clawdbot|moltbot/i

/** A file of a workspace: `MEMORY.md`, an identity file, or a file below `memory/`. */
export interface WorkspacePlace {
  readonly location: Location
  readonly isOpenClaw: boolean
}

/** Returns the location of a file in a workspace, or null. */
function workspacePlace(path: string, around: Surroundings): WorkspacePlace | null {
  if (!isMarkdown(path)) return null
  const { name, folder } = partsOf(path)
  if (name === "MEMORY.md") return placeAt(folder, "memory", around)
  if (IDENTITY.has(name) && isIdentityHere(name, around.at(folder)))
    return placeAt(folder, "identity", around)
  return placeBelowMemory(path, around)
}

/** Returns the location of a daily log or topic below a folder `memory`, or null. */
function placeBelowMemory(path: string, around: Surroundings): WorkspacePlace | null {
  const { name, segments } = partsOf(path)
  for (let at = 0; at < segments.length - 1; at += 1) {
    if (segments[at] !== "memory") continue
    const root = segments.slice(0, at).join("/")
    const inner = segments.slice(0, at + 1).join("/")
    if (at === segments.length - 2 && dayOf(name) !== null) return placeAt(root, "log", around)
    if (isWorkspaceFolder(around.at(root))) return placeAt(root, "topic", around)
    if (isWorkspaceFolder(around.at(inner))) return placeAt(inner, "topic", around)
  }
  return null
}

/** True for the names of identity files. */
export const isIdentityFile = (path: string): boolean => IDENTITY.has(partsOf(path).name)

/** Returns the date of a daily log, or null. Only files directly in `memory/` are logs; deeper, a date is part of a topic's name. */
function logDay(path: string): string | null {
  const { segments, name } = partsOf(path)
  return segments.at(-2) === "memory" ? dayOf(name) : null
}

const workspaceReading = (path: string): Reading => {
  const day = logDay(path)
  const isValid = day !== null && isDay(day)
  return {
    noEntries: isIdentityFile(path),
    index: partsOf(path).name === "MEMORY.md",
    day: isValid ? day : null,
    badDay: isValid ? null : day,
  }
}

/** Returns the date of a daily log; null for other files and for invalid dates. */
export const dayOfLog = (path: string): string | null => workspaceReading(path).day ?? null

/** Returns which changes a file of a workspace allows. */
function workspaceAllows(path: string): "nothing" | "all changes" | "additions" {
  if (isIdentityFile(path)) return "nothing"
  return logDay(path) === null ? "all changes" : "additions"
}

/** True for the file names of a workspace's folder. */
export const isWorkspaceFolder = (names: ReadonlySet<string>) =>
  ["MEMORY.md", "SOUL.md", "IDENTITY.md", "HEARTBEAT.md"].some((name) => names.has(name))

/**
 * True for `SOUL.md`. Other identity files have common names, and count only beside another file of a
 * workspace.
 */
function isIdentityHere(name: string, names: ReadonlySet<string>): boolean {
  return (
    name === "SOUL.md" ||
    [...IDENTITY, "MEMORY.md"].some(
      (other) => other !== name && other !== "AGENTS.md" && other !== "TOOLS.md" && names.has(other),
    )
  )
}

function placeAt(root: string, role: Location["role"], around: Surroundings): WorkspacePlace {
  const agent = workspaceAgent(root, around)
  const names = around.at(root)
  const isOpenClaw =
    OPENCLAW_ONLY.some((name) => names.has(name)) ||
    root.split("/").some((segment) => OPENCLAW_NAME.test(segment)) ||
    agent !== null
  return {
    location: {
      scope: isHome(root) || root.startsWith("~/.") ? "global" : "project",
      role,
      root,
      agent: agent ?? around.ownerOf?.(root) ?? null,
      category: null,
      subject: null,
    },
    isOpenClaw,
  }
}

/**
 * Returns the agent of a workspace: `agents/coder`, `agents/coder/workspace`, `workspace-coder`, or a folder
 * beside other workspaces. Null for other folders.
 */
export function workspaceAgent(root: string, around: Surroundings): string | null {
  const segments = root.split("/")
  const [parent = "", own = ""] = [segments.at(-2), segments.at(-1)]
  if (own === "workspace") return segments.at(-3) === "agents" && parent !== "" ? parent : null
  if (own.startsWith("workspace-")) return own.slice("workspace-".length)
  if (parent === "agents" || parent === "workspaces") return own
  return own !== "" && standsAmongWorkspaces(segments.slice(0, -1).join("/"), around) ? own : null
}

/**
 * True if at least two of the first 40 names in a folder are workspaces. A folder with more names contains
 * projects.
 */
function standsAmongWorkspaces(folder: string, around: Surroundings): boolean {
  let found = 0
  let seen = 0
  for (const name of around.at(folder)) {
    if ((seen += 1) > 40) return false
    if (around.at(folder === "" ? name : `${folder}/${name}`).has("SOUL.md") && (found += 1) > 1) return true
  }
  return false
}

/** `MEMORY.md`, daily logs `memory/YYYY-MM-DD.md`, and the identity files. Source: agent memory workspace, "Layout". */
export const memoryWorkspace = markdownFormat({
  id: "memory-workspace",
  name: "Memory workspace",
  locate: (path, around) => {
    const place = workspacePlace(path, around)
    return place === null || place.isOpenClaw ? null : place.location
  },
  reading: workspaceReading,
  allows: workspaceAllows,
  scaffold: () => "# Memory\n",
  limits: () => NO_LIMITS,
})

/** One or several OpenClaw workspaces: the files of a memory workspace with `TOOLS.md`, `HEARTBEAT.md` and topics below `memory/`. */
export const openClaw = markdownFormat({
  id: "openclaw-workspace",
  name: "OpenClaw workspace",
  locate: (path, around) => {
    const place = workspacePlace(path, around)
    return place?.isOpenClaw ? place.location : null
  },
  reading: workspaceReading,
  allows: workspaceAllows,
  scaffold: () => "# Memory\n",
  limits: (path) => (isInjected(path) ? { ...NO_LIMITS, characters: 12_000 } : NO_LIMITS),
})

/**
 * True for files that are loaded into each session: those at the top of the workspace, cut at 12,000
 * characters. Files below `memory/` are opened when needed.
 */
const isInjected = (path: string) =>
  logDay(path) === null && (isIdentityFile(path) || partsOf(path).name === "MEMORY.md")

/** Folder names that describe their content, not their owner. */
const GENERIC = new Set([
  "agent",
  "agents",
  "backup",
  "config",
  "data",
  "desktop",
  "docs",
  "documents",
  "downloads",
  "home",
  "memories",
  "memory",
  "root",
  "src",
  "tmp",
  "users",
  "workspaces",
])

/** Matches an agent's name that can also be the name of a folder. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u

/**
 * Returns the agent that a source's folder is named for: "ada" for `/home/mara/ada`, "coder" for
 * `/srv/agents/coder/workspace`, "openclaw" for `~/.openclaw/workspace`. Null if no folder names an agent, or
 * if the source is a file.
 */
export function agentOfSource(sourceName: string): string | null {
  const segments = sourceName.split(/[\\/]/).filter((part) => part !== "" && part !== ".")
  const own = segments.at(-1) ?? ""
  const named = own === "workspace" ? (segments.at(-2) ?? "") : own.replace(/^workspace-(?=.)/, "")
  const name = named.replace(/^\.+/, "").trim().replaceAll(/\s+/g, "-")
  const isName =
    NAME.test(name) && !GENERIC.has(name.toLowerCase()) && !/\.(?:md|markdown|json|txt)\b/i.test(name)
  return isName ? name : null
}

/** Folders that an agent's workspace has beside its memory. */
const BESIDE = new Set(["memory", "skills", "canvas", "avatars"])

/**
 * True if a source is the workspace of one agent: it has a file about the agent's identity, or the folder is
 * called a workspace and has `MEMORY.md` and daily logs. The identity files of such a workspace are
 * elsewhere. Source: agent memory workspace, "Layout".
 */
export function showsOwner(sourceName: string, paths: readonly string[]): boolean {
  if (paths.includes("SOUL.md") || paths.includes("IDENTITY.md")) return true
  const isLog = (path: string) => /^memory\/[^/]+$/.test(path) && dayOf(path.slice("memory/".length)) !== null
  return (
    /(?:^|[\\/])workspace(?:-[^\\/]+)?[\\/]*$/.test(sourceName) &&
    paths.includes("MEMORY.md") &&
    paths.some(isLog)
  )
}

/**
 * True if a source holds one agent's workspace and nothing else: memory, and no code or memory of other agents. A repository with a
 * workspace at its top is shared by all that work in it.
 */
export function isOwnWorkspace({ at }: Surroundings): boolean {
  const names = at("")
  const hasLog = [...at("memory")].some((name) => dayOf(name) !== null)
  return (names.has("MEMORY.md") || hasLog) && [...names].every(isOfWorkspace)
}

const isOfWorkspace = (name: string): boolean =>
  BESIDE.has(name) ||
  (name.startsWith(".") && name !== ".kaizen" && name !== ".agents") ||
  (/\.(?:md|markdown|txt|jsonl?)$/i.test(name) && !/^(?:package|tsconfig|composer|deno)\b/i.test(name)) ||
  /^licen[cs]e$/i.test(name)
