import { claudeCode } from "./claude-code"
import { codex } from "./codex"
import { cursor } from "./cursor"
import { geminiCli } from "./gemini-cli"
import { contextAsJson, type Environment, type Harness } from "./harness"
import { openCode } from "./opencode"

/** The harnesses for which hooks can be installed. */
export const HARNESSES: readonly Harness[] = [claudeCode, cursor, codex, openCode, geminiCli]
export const HARNESS_IDS = HARNESSES.map((one) => one.id)

/** Cursor and Gemini CLI also set Claude Code's variable, so they come first. */
const BY_ENVIRONMENT = [cursor, geminiCli, claudeCode]

/** Any other harness. */
const ANOTHER: Omit<Harness, "id" | "title" | "runs"> = {
  hear: (payload) => ({ ...claudeCode.hear(payload, {}), agent: undefined }),
  tell: contextAsJson,
}

/** Returns the harness that runs a hook, by its environment variables. */
export const harnessIn = (env: Environment): Harness | undefined =>
  BY_ENVIRONMENT.find((one) => one.runs(env))

/** Returns the name of a harness for people. */
export const titleOfHarness = (id: string): string => HARNESSES.find((one) => one.id === id)?.title ?? id

/** Returns the protocol of a harness. Unknown ones speak as Claude Code does. */
export function protocolOfHarness(id: string | undefined): Pick<Harness, "hear" | "tell"> {
  return HARNESSES.find((one) => one.id === id) ?? ANOTHER
}
