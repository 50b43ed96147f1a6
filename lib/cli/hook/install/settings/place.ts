import type { Environment } from "../../harnesses/harness"
import type { Beside } from "../our-command"
import type { Part } from "../part"

/** Whose settings: of a project and all who work in it, of a project on this machine, of one person in all projects. */
export const SCOPES = ["project", "local", "user"] as const
export type Scope = (typeof SCOPES)[number]

/** A file of a harness's in which something of ours stands. */
export interface SettingsFile {
  /** Links may lead anywhere below it, and nowhere else. Absolute. */
  readonly root: string
  /** Below the root, with /. Of several names the first that is there counts, else the last. */
  readonly names: readonly [string, ...string[]]
  /** What it begins with where it is made. */
  readonly blank: string
  readonly parts: readonly Part[]
}

/** The places of one harness. */
export interface Settings {
  /** As `Harness.id`. */
  readonly id: string
  /** Where its documentation says how. */
  readonly docs: string
  readonly scopes: readonly Scope[]
  files(scope: Scope, base: Base): Promise<readonly SettingsFile[]>
  /** What a person does besides, where we do not write it: a line for a shell, or what to look at in the harness. */
  afterwards(scope: Scope, command: readonly string[], beside: Beside): readonly string[]
}

export interface Base {
  /** The project's folder, with its links resolved. */
  readonly folder: string
  readonly home: string
  readonly env: Environment
}

/** A person's own file: it may be a link to wherever they keep such files. */
export const ownFile = (path: string): Pick<SettingsFile, "root" | "names"> => ({
  root: "/",
  names: [path.replace(/^\/+/, "")],
})
