import { claudeCode } from "./claude-code"
import { codex } from "./codex"
import { cursor } from "./cursor"
import { geminiCli } from "./gemini-cli"
import { contextAsJson, type Environment, type Harness } from "./harness"
import { openCode } from "./opencode"

/** The harnesses for which hooks can be installed. */
export const HARNESSES: readonly Harness[] = [claudeCode, cursor, codex, openCode, geminiCli]
export const HARNESS_IDS = HARNESSES.map((one) => one.id)

/**
 * Harnesses that can be identified by environment variables. Cursor and Gemini CLI come first, because they
 * also set Claude Code's variable.
 */
const BY_ENVIRONMENT = [cursor, geminiCli, claudeCode]

/** Protocol of any other harness: like Claude Code, but without an agent. */
const ANOTHER: Omit<Harness, "id" | "title" | "runs"> = {
  hear: (payload) => ({ ...claudeCode.hear(payload, {}), agent: undefined }),
  tell: contextAsJson,
}

/** Returns the harness that runs a hook, by its environment variables. Undefined if none matches. */
export const harnessIn = (env: Environment): Harness | undefined =>
  BY_ENVIRONMENT.find((one) => one.runs(env))

/** Returns the display name of a harness, or the ID if it is unknown. */
export const titleOfHarness = (id: string): string => HARNESSES.find((one) => one.id === id)?.title ?? id

/** Returns the protocol of a harness. An unknown harness is expected to behave like Claude Code. */
export function protocolOfHarness(id: string | undefined): Pick<Harness, "hear" | "tell"> {
  return HARNESSES.find((one) => one.id === id) ?? ANOTHER
}
