import { lstat, realpath } from "node:fs/promises"
import { join, relative, sep } from "node:path"

/** Maximum length of a file or folder name in bytes on common file systems. */
const LONGEST_PART = 255
/** Windows treats these names as devices in any folder and with any extension: `nul.md`. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i
/** Text that a shell would expand: `~`, `~root`, `$HOME`, `${HOME}`, `%APPDATA%`. */
const SHELL_WORD = /^(?:~[a-z_][\w-]*|~|\$[a-z_]\w*|\$\{[^}]*\}|%[a-z_]\w*%)$/i
const ENCODED = /%(?:2e|2f|5c|00|7e)/i
const CONTROL = /\p{Cc}/u

/**
 * Returns why a path cannot be imported or written, because another system or program would read it differently. Null if the path is valid.
 * A folder's path may end with a slash.
 */
export function nameProblem(path: string): string | null {
  if (!path.isWellFormed()) return "its name is not valid Unicode: rename it"
  if (CONTROL.test(path)) return "its name contains a control character: rename it"
  if (path.includes("\\")) return "its name contains a backslash: rename it"
  if (path.startsWith("/")) return "its path is absolute: use a path relative to the source"
  if (/^[a-z]:/i.test(path)) return "its path starts with a drive letter: use a path relative to the source"
  if (ENCODED.test(path)) return "its name contains an encoded dot, slash or tilde (such as %2e): rename it"
  for (const part of path.replace(/\/$/, "").split("/")) {
    const problem = partProblem(part)
    if (problem !== null) return problem
  }
  return null
}

function partProblem(part: string): string | null {
  if (part === "" || part === "." || part === "..") return "its path points outside the source"
  if (part.toLowerCase() === ".git") return "it belongs to Git and is never imported or written"
  if (part.includes(":"))
    return "its name contains a colon, which Windows interprets as a drive or a hidden stream: rename it"
  if (/[. ]$/.test(part)) return "its name ends with a dot or a space, which Windows drops: rename it"
  if (DEVICE.test(part.split(/[. ]/)[0] ?? ""))
    return `its name contains ${part}, which is a device name on Windows: rename it`
  if (SHELL_WORD.test(part)) return `its name contains ${part}, which a shell expands: rename it`
  return Buffer.byteLength(part) > LONGEST_PART
    ? `its name is longer than ${LONGEST_PART} bytes: shorten it`
    : null
}

/** Returns why a stored file must not be written at this path below `root`; null if it may. */
export async function pathProblem(root: string, path: string): Promise<string | null> {
  const problem = nameProblem(path)
  if (problem !== null) return problem
  const parts = path.split("/")
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const here = parts.slice(0, depth).join("/")
    const found = await lstat(join(root, here)).catch(nothingThere)
    if (found === null) return null
    const last = depth === parts.length
    if (found.isSymbolicLink()) {
      if (last) return "its path is a symbolic link: remove the link, or export to another directory"
      const target = await realpath(join(root, here)).catch(() => null)
      if (target === null || isOutside(root, target))
        return `${here} is a link that points outside the directory: remove the link, or export to another directory`
      continue
    }
    if (last ? !found.isFile() : !found.isDirectory())
      return `${here} already exists and is not a ${last ? "file" : "folder"}: move it, or export to another directory`
  }
  return null
}

export function isOutside(root: string, target: string): boolean {
  const inside = relative(root, target)
  return inside === ".." || inside.startsWith(`..${sep}`)
}

function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === "ENOENT") return null
  throw cause
}

/** A link that was not followed, as described in the reason of a refused file. */
export interface UnfollowedLink {
  readonly state: "dangling" | "loop" | "outside"
  /** Target of the link; null: unknown. */
  readonly target: string | null
}

const WORDS = {
  dangling: "a link whose target does not exist",
  loop: "a link that points back to itself",
  outside: "a link that points outside the imported folder and was not followed",
} as const

/** Returns why a link was quarantined. `readLinkReason` parses the text again. */
export const linkReason = ({ state, target }: UnfollowedLink): string =>
  target === null ? WORDS[state] : `${WORDS[state]}: ${target}`

/** Parses a reason of `linkReason`; null for other reasons. */
export function readLinkReason(reason: string): UnfollowedLink | null {
  for (const state of ["dangling", "loop", "outside"] as const) {
    if (reason === WORDS[state]) return { state, target: null }
    if (reason.startsWith(`${WORDS[state]}: `))
      return { state, target: reason.slice(WORDS[state].length + 2) }
  }
  return null
}

/** Beginning of the reason for a link to another path of the same folder. */
export const INSIDE_LINK = "a link to "
const LOOKED_AT_THERE = ", which is checked at its own path"

/** Returns the reason for a link to another path of the same folder. `target`: a path below that folder; "": the folder itself. */
export const insideLinkReason = (target: string): string =>
  `${INSIDE_LINK}${target || "the folder itself"}${LOOKED_AT_THERE}`

/** Returns the target of a link inside its folder; null for other reasons. Earlier imports end their reasons with other words. */
export const readInsideLink = (reason: string): string | null => {
  const end = reason.lastIndexOf(", which is ")
  return reason.startsWith(INSIDE_LINK) && end > 0 ? reason.slice(INSIDE_LINK.length, end) : null
}
