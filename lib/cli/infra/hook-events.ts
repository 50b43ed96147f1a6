import { nearest } from "@/lib/memory/text/did-you-mean"
import { ownValue } from "@/lib/memory/text/own-value"

/** What a harness tells of: it began a session, is about to compact its context, ended a session. */
export const HOOK_EVENTS = ["session-start", "pre-compact", "session-end"] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** The names that harnesses have for them: SessionStart, sessionStart, session_start; Gemini CLI compresses. */
const NAMES: Readonly<Record<string, HookEvent>> = {
  sessionstart: "session-start",
  precompact: "pre-compact",
  precompress: "pre-compact",
  sessionend: "session-end",
}

/** What people call them otherwise. No event goes by these names: a harness that calls one is told on standard error. */
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

/** The event that was likely meant by a name that is none; null: nothing is near. */
export function eventMeant(name: string): HookEvent | null {
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

export const eventNamed = (name: string): HookEvent | null =>
  ownValue(NAMES, name.toLowerCase().replaceAll(/[^a-z]/g, "")) ?? null
