import { ownValue } from "@/lib/memory/text/own-value"

export type Environment = Readonly<Record<string, string | undefined>>

/** The JSON object that a hook received on standard input. */
export interface Payload {
  /** Returns a member that is a non-empty text, else undefined. */
  word(name: string): string | undefined
  /** Returns the first text of a member that is a list, else undefined. */
  first(name: string): string | undefined
  has(name: string): boolean
}

/** Session data that a harness passes to its hooks. Unknown members are absent. */
export interface HarnessCall {
  readonly session?: string | undefined
  /** The working directory. */
  readonly folder?: string | undefined
  /** File of the conversation, if its format is documented. */
  readonly transcript?: string | undefined
  /** The reason for the event: startup, auto, clear … */
  readonly because?: string | undefined
  /** The harness's name for the event. */
  readonly called?: string | undefined
  /** The agent, if the harness has named agents. */
  readonly agent?: string | undefined
}

/** The protocol between a harness and its hooks. */
interface Harness {
  /** ID of the harness in deliveries and in `--harness`. */
  readonly id: string
  readonly title: string
  /** True if the environment shows that this harness runs the hook. */
  runs(env: Environment): boolean
  hear(payload: Payload, env: Environment): HarnessCall
  /**
   * Returns the output that adds a text to the context of a new session. `called` is the harness's name for
   * the event.
   */
  tell(text: string, called: string): string
}

/** Returns a context in Claude Code's format, which most harnesses adopted. */
const contextAsJson = (text: string, called: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: called, additionalContext: text } })

/** Replaces NUL and unpaired surrogates, which the database rejects. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd")

export function payloadIn(text: string): Payload & { readonly members: Readonly<Record<string, unknown>> } {
  const members = objectIn(text)
  const worded = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? storable(value) : undefined
  return {
    members,
    word: (name) => worded(ownValue(members, name)),
    first: (name) =>
      Array.isArray(ownValue(members, name)) ? worded((ownValue(members, name) as unknown[])[0]) : undefined,
    has: (name) => ownValue(members, name) !== undefined && ownValue(members, name) !== null,
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // Invalid JSON counts as empty, so that it does not break the session.
  }
}

/**
 * Source: code.claude.com/docs/en/hooks. The payload has `session_id`, `transcript_path` (one JSON object per
 * line), `cwd` and `hook_event_name`; SessionStart also `source`, PreCompact `trigger`, SessionEnd `reason`.
 * `cwd` is the agent's current folder, CLAUDE_PROJECT_DIR the folder in which the session began.
 */
const claudeCode: Harness = {
  id: "claude-code",
  title: "Claude Code",
  runs: (env) => env.CLAUDE_PROJECT_DIR !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id"),
    folder: env.CLAUDE_PROJECT_DIR || payload.word("cwd"),
    transcript: payload.word("transcript_path"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
    agent: payload.has("agent_id") ? undefined : payload.word("agent_type"), // Set for a session started with --agent. With an agent_id, it is a subagent of the session.
  }),
  tell: contextAsJson,
}

/**
 * Source: developers.openai.com/codex/hooks. Same payload and answer as Claude Code's hooks. The transcript
 * is not read because its format is not stable. No environment variable identifies it.
 */
const codex: Harness = {
  id: "codex",
  title: "Codex",
  runs: () => false,
  hear: (payload) => ({
    session: payload.word("session_id"),
    folder: payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: contextAsJson,
}

/**
 * Source: cursor.com/docs/hooks. All hooks receive `conversation_id`, `hook_event_name` and
 * `workspace_roots`; sessionStart and sessionEnd also `session_id`, which is the same; preCompact `trigger`;
 * sessionEnd `reason`. The format of the transcript is not documented.
 */
const cursor: Harness = {
  id: "cursor",
  title: "Cursor",
  runs: (env) => env.CURSOR_PROJECT_DIR !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id") ?? payload.word("conversation_id"),
    folder: env.CURSOR_PROJECT_DIR || payload.first("workspace_roots"),
    because: payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: (text) => JSON.stringify({ additional_context: text }),
}

/**
 * Source: geminicli.com/docs/hooks/reference. Same payload and answer as Claude Code's hooks. The format of
 * the transcript is not documented.
 */
const geminiCli: Harness = {
  id: "gemini-cli",
  title: "Gemini CLI",
  runs: (env) => env.GEMINI_PROJECT_DIR !== undefined || env.GEMINI_SESSION_ID !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id"),
    folder: env.GEMINI_PROJECT_DIR || payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: contextAsJson,
}

/**
 * OpenCode has no hooks of this kind. Quarterdeck's plugin (lib/cli/hook/install/plugin) calls with a payload
 * of its own and takes plain text.
 */
const openCode: Harness = {
  id: "opencode",
  title: "OpenCode",
  runs: () => false,
  hear: (payload) => ({
    session: payload.word("session_id"),
    folder: payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: (text) => text,
}

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
