import type { Environment } from "../../harnesses/harness"
import type { CommandEnvironment } from "../our-command"
import type { InstallPart } from "../part"

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
