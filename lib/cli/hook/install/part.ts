import type { HookEvent } from "../../infra/hook-events"
import type { CommandEnvironment, Program } from "./our-command"
import type { EditedText } from "./splices"

/** State of hooks or MCP server in a file: current, outdated, custom ("own"), or missing. */
export type InstallState = "installed" | "older" | "own" | "none"

/** What to install. */
export interface InstallOptions extends CommandEnvironment {
  readonly program: Program
  /** Options from the command line. Others of an installed hook stay. */
  readonly given: Readonly<Record<string, string>>
  /** Default options. */
  readonly otherwise: Readonly<Record<string, string>>
}

/** Hooks or MCP server in one of a harness's files. Texts have no byte order mark. */
export interface InstallPart {
  readonly kind: "hooks" | "mcp"
  look(text: string, wanted: InstallOptions): InstallState
  /** Installs or updates. All other bytes stay. Throws `SettingsProblem` if the file is malformed. */
  put(edited: EditedText, wanted: InstallOptions): EditedText
  /** Removes everything that the installation added. */
  take(edited: EditedText): EditedText
  /** Returns the options of the installed hooks, or null. */
  switches(text: string): Readonly<Record<string, string>> | null
  /** Returns the installed command, or null. */
  runs(text: string): string | null
}

/** An event by the harness's name, with the settings of its handler. */
export interface HookedEvent {
  readonly event: HookEvent
  readonly name: string
  readonly timeout: number
}
