import type { HookEvent } from "../../infra/hook-events"
import type { CommandEnvironment, Program } from "./our-command"
import type { EditedText } from "./splices"

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
