import { realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { basename, resolve } from "node:path"
import { ownValue } from "@/lib/memory/text/own-value"
import type { HookEvent } from "../../infra/hook-events"
import type { Environment } from "../harnesses"
import { refuse } from "../../infra/exit-codes"
import { isThisMachine } from "../../infra/server"
import { type CommandEnvironment, type Program, programHere } from "./our-command"

/** State of hooks or MCP server in a file: current, outdated, custom ("own"), or missing. */
export type InstallState = "installed" | "older" | "own" | "none"

/** Options of an installation. */
export interface InstallOptions extends CommandEnvironment {
  readonly program: Program
  /** Options from the command line, by name. Other options of an installed hook are kept. */
  readonly given: Readonly<Record<string, string>>
  /** Default options. */
  readonly otherwise: Readonly<Record<string, string>>
}

/** Hooks or MCP server in one of a harness's files. Texts have no byte order mark. */
export interface InstallPart {
  readonly kind: "hooks" | "mcp"
  look(text: string, wanted: InstallOptions): InstallState
  /**
   * Returns the text with the part installed or updated. All other bytes stay. Throws `SettingsProblem` if
   * the file is malformed.
   */
  put(edited: EditedText, wanted: InstallOptions): EditedText
  /** Returns the text without everything that the installation added. */
  take(edited: EditedText): EditedText
  /** Returns the options of the installed hooks, or null. */
  switches(text: string): Readonly<Record<string, string>> | null
  /** Returns the installed command, or null. */
  runs(text: string): string | null
}

/** A hook event, with the harness's name for it and the timeout of its handler in the harness's unit. */
export interface HookedEvent {
  readonly event: HookEvent
  readonly name: string
  readonly timeout: number
}

/**
 * Scopes of settings: a project for all its users, a project on this machine, or one user in all projects.
 */
export const SCOPES = ["project", "local", "user"] as const
export type Scope = (typeof SCOPES)[number]

/** A settings file of a harness. */
export interface SettingsFile {
  /** Absolute path. Links must stay below it. */
  readonly root: string
  /** Paths below the root, with /. The first that exists is used, else the last. */
  readonly names: readonly [string, ...string[]]
  /** Content of a new file. */
  readonly blank: string
  readonly parts: readonly InstallPart[]
}

/** The settings files of one harness. */
export interface Settings {
  /** The harness's id. */
  readonly id: string
  /** Address of the harness's documentation. */
  readonly docs: string
  readonly scopes: readonly Scope[]
  files(scope: Scope, base: Base): Promise<readonly SettingsFile[]>
  /** Returns further steps for the user: a shell command, or a check in the harness. */
  afterwards(scope: Scope, command: readonly string[], beside: CommandEnvironment): readonly string[]
}

export interface Base {
  /** The project's folder, with links resolved. */
  readonly folder: string
  readonly home: string
  readonly env: Environment
}

/** Returns the root and name of a user's own settings file, which may be a link to any location. */
export const ownFile = (path: string): Pick<SettingsFile, "root" | "names"> => ({
  root: "/",
  names: [path.replace(/^\/+/, "")],
})

/**
 * Returns the folders in which settings are searched: the real paths of the folder and of the user's home.
 * Throws if the folder does not exist.
 */
export function baseOf(given: string | undefined): Base {
  const folder = resolve(given ?? ".")
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw refuse("not-found", `${folder} is not a folder`)
  return { folder: realpathSync(folder), home: realpathSync(process.env.HOME || homedir()), env: process.env }
}

/** Returns the options of an installation, from the command line (`given`) and the environment. */
export function installOptions(
  base: Base,
  scope: Scope,
  given: Readonly<Record<string, string | undefined>>,
): InstallOptions {
  const named = Object.fromEntries(
    ["project", "agent", "team"].flatMap((name) => {
      const value = ownValue(given, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    program: programHere(process.argv[1] ?? "", base.env),
    url: elsewhere(base.env.QUARTERDECK_URL),
    home: homeOf(base.env.QUARTERDECK_HOME),
    given: named,
    otherwise: scope === "user" ? {} : { project: base.env.QUARTERDECK_PROJECT || basename(base.folder) },
  }
}

/**
 * Returns the URL of a server on another machine. Null for this machine's server, and if the URL is missing,
 * contains a password, or characters that a shell or a settings file would interpret.
 */
function elsewhere(address: string | undefined): string | null {
  if (
    address === undefined ||
    !/^https?:\/\/[\w.:[\]/~%-]+$/.test(address) ||
    !URL.canParse(address) ||
    isThisMachine(address)
  )
    return null
  return address.replace(/\/+$/, "")
}

/**
 * Returns the data directory of this machine's server. Null if none is given, or if it contains characters
 * that a shell or a settings file would interpret.
 */
const homeOf = (given: string | undefined): string | null =>
  given && /^[\p{L}\p{N} .,:@+=_~%()/-]+$/u.test(given) ? resolve(given) : null

/** An edit: replaces `length` characters at `offset` by `text`. */
export interface Splice {
  readonly offset: number
  readonly length: number
  readonly text: string
}

/** An edited text, with the edits that undo the changes one after another. */
export interface EditedText {
  readonly text: string
  readonly undo: readonly Splice[]
}

export const asEditedText = (text: string): EditedText => ({ text, undo: [] })

/** Applies edits that do not overlap. All offsets refer to the text before the edits. */
export function applyEdits({ text, undo }: EditedText, splices: readonly Splice[]): EditedText {
  return splices
    .toSorted((a, b) => b.offset - a.offset)
    .reduce<EditedText>(
      (done, splice) => ({
        text: spliced(done.text, splice),
        undo: [inverse(done.text, splice), ...done.undo],
      }),
      { text, undo },
    )
}

/** Applies edits one after another. Each offset refers to the result of the previous edit. */
export function applyInOrder(text: string, splices: readonly Splice[]): string {
  return splices.reduce(spliced, text)
}

const spliced = (text: string, { offset, length, text: put }: Splice): string =>
  text.slice(0, offset) + put + text.slice(offset + length)

const inverse = (text: string, { offset, length, text: put }: Splice): Splice => ({
  offset,
  length: put.length,
  text: text.slice(offset, offset + length),
})
