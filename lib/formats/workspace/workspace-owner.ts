import type { Surroundings } from "../../memory/memory-files/format"
import { dayOf } from "../paths"

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
