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
export interface Harness {
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
export const contextAsJson = (text: string, called: string): string =>
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
