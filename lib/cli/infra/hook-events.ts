import { nearest } from "@/lib/memory/text/names"
import { ownValue } from "@/lib/memory/text/own-value"

/** Events of a harness's session: its start, before a compaction, and its end. */
export const HOOK_EVENTS = ["session-start", "pre-compact", "session-end"] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/**
 * Events by the harnesses' names for them, in lower case without separators: SessionStart, sessionStart and
 * session_start are the same. Gemini CLI says compress instead of compact.
 */
const NAMES: Readonly<Record<string, HookEvent>> = {
  sessionstart: "session-start",
  precompact: "pre-compact",
  precompress: "pre-compact",
  sessionend: "session-end",
}

/** Events by other words that people use. Only for suggestions. */
const MEANT: Readonly<Record<string, HookEvent>> = {
  begin: "session-start",
  start: "session-start",
  resume: "session-start",
  end: "session-end",
  close: "session-end",
  finish: "session-end",
  compact: "pre-compact",
  compress: "pre-compact",
  flush: "pre-compact",
}

/** Returns the event that an unknown name probably means, or null. */
export function suggestEvent(name: string): HookEvent | null {
  const plain = name.replaceAll(/([a-z])([A-Z])/g, "$1-$2").toLowerCase()
  const near = nearest(plain, HOOK_EVENTS)
  if (near !== null) return near as HookEvent
  return (
    plain
      .split(/[^a-z]+/)
      .map((word) => ownValue(MEANT, word))
      .find((one) => one !== undefined) ?? null
  )
}

export const findEvent = (name: string): HookEvent | null =>
  ownValue(NAMES, name.toLowerCase().replaceAll(/[^a-z]/g, "")) ?? null
