import type { Location, Surroundings } from "../../memory/memory-files/format"
import { isDay } from "../dates"
import type { Reading } from "../markdown/markdown-document"
import { dayOf, isHome, isMarkdown, partsOf } from "../paths"

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
export function workspacePlace(path: string, around: Surroundings): WorkspacePlace | null {
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
export function logDay(path: string): string | null {
  const { segments, name } = partsOf(path)
  return segments.at(-2) === "memory" ? dayOf(name) : null
}

export const workspaceReading = (path: string): Reading => {
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
export function workspaceAllows(path: string): "nothing" | "all changes" | "additions" {
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
