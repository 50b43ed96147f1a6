import { ownValue } from "@/lib/memory/text/own-value"

export type Environment = Readonly<Record<string, string | undefined>>

/** What a hook heard on standard input: an object, of whatever members. */
export interface Payload {
  /** A member that is a text with something in it. */
  word(name: string): string | undefined
  /** The first text of a member that is a list. */
  first(name: string): string | undefined
  has(name: string): boolean
}

/** What a harness says of a session, by our names; what it does not say is left out. */
export interface HarnessCall {
  readonly session?: string | undefined
  /** The folder that it works in. */
  readonly folder?: string | undefined
  /** File of the conversation, where its form is documented. */
  readonly transcript?: string | undefined
  /** Why the session began, compacts or ended: startup, auto, clear … */
  readonly because?: string | undefined
  /** The event as the harness calls it. */
  readonly called?: string | undefined
  /** Who works, where the harness knows its agents by name. */
  readonly agent?: string | undefined
}

/** How one harness speaks to its hooks, and what it takes as an answer. */
export interface Harness {
  /** As receipts have it, and `--harness`. */
  readonly id: string
  readonly title: string
  /** Whether it is this one that runs us, by what it sets for its hooks. */
  runs(env: Environment): boolean
  hear(payload: Payload, env: Environment): HarnessCall
  /** What goes to standard output, so that the text stands in the context of the session that begins. `called`: the event, by its name for it. */
  tell(text: string, called: string): string
}

/** What most harnesses took over from Claude Code. */
export const contextAsJson = (text: string, called: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: called, additionalContext: text } })

/** Half a character, or a NUL, is kept by no database: either would cost all that is said with it. */
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
    return {} // what is no JSON says nothing, and breaks no session
  }
}
