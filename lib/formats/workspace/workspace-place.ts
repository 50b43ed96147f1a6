import type { Location, Surroundings } from "../../memory/memory-files/format"
import { isDay } from "../dates"
import type { Reading } from "../markdown/markdown-document"
import { dayOf, isHome, isMarkdown, partsOf } from "../paths"

/** Files that say who an agent is and how it works; they are read, never written. */
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

/** A file of a workspace: `MEMORY.md`, its identity, or what stands below `memory/`. */
export interface WorkspacePlace {
  readonly location: Location
  readonly isOpenClaw: boolean
}

export function workspacePlace(path: string, around: Surroundings): WorkspacePlace | null {
  if (!isMarkdown(path)) return null
  const { name, folder, segments } = partsOf(path)
  if (name === "MEMORY.md" || (IDENTITY.has(name) && isIdentityHere(name, around.at(folder))))
    return placeAt(folder, name === "MEMORY.md" ? "memory" : "identity", around)
  for (let at = 0; at < segments.length - 1; at += 1) {
    if (segments[at] !== "memory") continue
    const root = segments.slice(0, at).join("/")
    const day = at === segments.length - 2 ? dayOf(name) : null
    const inner = [...segments.slice(0, at), "memory"].join("/")
    if (isWorkspaceFolder(around.at(root)) || day !== null)
      return placeAt(root, day === null ? "topic" : "log", around)
    if (isWorkspaceFolder(around.at(inner))) return placeAt(inner, "topic", around)
  }
  return null
}

export const isIdentityFile = (path: string): boolean => IDENTITY.has(partsOf(path).name)

/** Only a file right inside `memory/` is a daily log; deeper down a date is part of a topic's name. */
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

/** The day of a daily log; null for other files, and where the name says a day that is none. */
export const dayOfLog = (path: string): string | null => workspaceReading(path).day ?? null

export const workspaceAllows = (path: string) =>
  isIdentityFile(path)
    ? ("nothing" as const)
    : logDay(path) === null
      ? ("all changes" as const)
      : ("additions" as const)

export const isWorkspaceFolder = (names: ReadonlySet<string>) =>
  ["MEMORY.md", "SOUL.md", "IDENTITY.md", "HEARTBEAT.md"].some((name) => names.has(name))

/** `SOUL.md` says enough; the others are names of common files and need company. */
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

/** Whose workspace a folder is: `agents/coder`, `agents/coder/workspace`, `workspace-coder`, or one of several workspaces side by side. */
export function workspaceAgent(root: string, around: Surroundings): string | null {
  const segments = root.split("/")
  const [parent = "", own = ""] = [segments.at(-2), segments.at(-1)]
  if (own === "workspace") return segments.at(-3) === "agents" && parent !== "" ? parent : null
  if (own.startsWith("workspace-")) return own.slice("workspace-".length)
  if (parent === "agents" || parent === "workspaces") return own
  return own !== "" && standsAmongWorkspaces(segments.slice(0, -1).join("/"), around) ? own : null
}

/** Looks at the first neighbours only: a folder of thousands of projects is no fleet of workspaces. */
function standsAmongWorkspaces(folder: string, around: Surroundings): boolean {
  let found = 0
  let seen = 0
  for (const name of around.at(folder)) {
    if ((seen += 1) > 40) return false
    if (around.at(folder === "" ? name : `${folder}/${name}`).has("SOUL.md") && (found += 1) > 1) return true
  }
  return false
}
