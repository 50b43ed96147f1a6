import { claudeCode } from "./claude-code"
import { codex } from "./codex"
import { cursor } from "./cursor"
import { geminiCli } from "./gemini-cli"
import { contextAsJson, type Environment, type Harness } from "./harness"
import { openCode } from "./opencode"

/** Those that hooks are installed for. */
export const HARNESSES: readonly Harness[] = [claudeCode, cursor, codex, openCode, geminiCli]
export const HARNESS_IDS = HARNESSES.map((one) => one.id)

/** Cursor and Gemini CLI set Claude Code's variable too, so that they are asked first. */
const BY_ENVIRONMENT = [cursor, geminiCli, claudeCode]

/** A harness of one's own, or one that hooks are not installed for: it speaks as Claude Code does. */
const ANOTHER: Omit<Harness, "id" | "title" | "runs"> = {
  hear: (payload) => ({ ...claudeCode.hear(payload, {}), agent: undefined }),
  tell: contextAsJson,
}

/** The harness that runs a hook, where what it sets says so. */
export const harnessIn = (env: Environment): Harness | undefined =>
  BY_ENVIRONMENT.find((one) => one.runs(env))

/** How to speak with a harness of that name. */
export function speakWith(id: string | undefined): Pick<Harness, "hear" | "tell"> {
  return HARNESSES.find((one) => one.id === id) ?? ANOTHER
}
