import type { HookEvent } from "../../infra/hook-events"
import type { Beside, Program } from "./our-command"
import type { Edited } from "./splices"

/** What of ours stands in a file: as it should be, as it once was, as a person wrote it with more around it, or not at all. */
export type Standing = "installed" | "older" | "own" | "none"

/** What is to stand there. */
export interface InstallOptions extends Beside {
  readonly program: Program
  /** Switches of the hooks. Those that stand there already stay, unless they are given anew. */
  readonly given: Readonly<Record<string, string>>
  /** Switches where nothing says anything else. */
  readonly otherwise: Readonly<Record<string, string>>
}

/** One thing of ours in one of a harness's files. Texts are without a byte order mark; null: there is no file. */
export interface Part {
  readonly kind: "hooks" | "mcp"
  look(text: string, wanted: InstallOptions): Standing
  /** All other bytes stay. Throws `SettingsProblem` where the file is not as the harness has it. */
  put(edited: Edited, wanted: InstallOptions): Edited
  /** Takes out what is ours, and what was made only to hold it. */
  take(edited: Edited): Edited
  /** The switches that its hooks are called with; null where there are none of ours. */
  switches(text: string): Readonly<Record<string, string>> | null
  /** What runs it there, as a shell or the system is told; null where nothing of ours does. */
  runs(text: string): string | null
}

/** An event of ours, by the harness's name for it, and what its settings have besides the command. */
export interface HookedEvent {
  readonly event: HookEvent
  readonly name: string
  readonly timeout: number
}
