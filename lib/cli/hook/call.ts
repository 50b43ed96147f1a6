import { basename } from "node:path"

/** What a harness tells of: it began a session, is about to compact its context, ended a session. */
export const HOOK_EVENTS = ["session-start", "pre-compact", "session-end"] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** The names that harnesses have for them: SessionStart, sessionStart, session_start; Gemini CLI compresses. */
const NAMES: Readonly<Record<string, HookEvent>> = { sessionstart: "session-start", precompact: "pre-compact", precompress: "pre-compact", sessionend: "session-end" }

export const eventNamed = (name: string): HookEvent | null => NAMES[name.toLowerCase().replaceAll(/[^a-z]/g, "")] ?? null

/** A hook's call: what the harness wrote on standard input, with what flags and environment say. */
export interface HookCall {
  readonly event: HookEvent
  /** The event as the harness calls it, which its answer has to repeat. */
  readonly called: string
  readonly project: string
  readonly team: string | undefined
  readonly agent: string
  readonly session: string
  readonly harness: string | undefined
  readonly task: string | undefined
  readonly budget: number | undefined
  /** File of the conversation, a JSON object a line. */
  readonly transcript: string | undefined
  /** Why it began, compacts or ended: startup, auto, clear … */
  readonly because: string | undefined
  /** What a harness of one's own sends of itself instead of a conversation. */
  readonly said: { readonly content?: string; readonly summary?: string; readonly outcome?: string; readonly learnings?: readonly unknown[] }
}

interface Told {
  readonly event: HookEvent
  readonly values: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Standard input. */
  readonly text: string
  readonly cwd: string
  readonly newSession: () => string
}

/**
 * Reads a call. Source: the hooks' input of Claude Code (session_id, transcript_path, cwd, hook_event_name, source, trigger, reason),
 * which Gemini CLI and others share. Flags come before the environment, that before what the harness says; the project is the folder's name otherwise.
 */
export function readCall({ event, values, env, text, cwd, newSession }: Told): HookCall {
  const payload = objectIn(text)
  const word = (key: string) => (typeof payload[key] === "string" && payload[key].trim() !== "" ? payload[key] : undefined)
  const harness = values.harness ?? env.QUARTERDECK_HARNESS ?? harnessIn(env)
  const folder = (harness === "claude-code" ? env.CLAUDE_PROJECT_DIR : undefined) ?? word("cwd") ?? cwd
  return {
    event,
    called: word("hook_event_name") ?? called(event),
    project: values.project ?? env.QUARTERDECK_PROJECT ?? basename(folder.replaceAll("\\", "/")),
    team: values.team ?? env.QUARTERDECK_TEAM,
    agent: values.agent ?? env.QUARTERDECK_AGENT ?? harness ?? "main",
    session: values.session ?? env.QUARTERDECK_SESSION ?? word("session_id") ?? newSession(),
    harness,
    task: values.task ?? word("task"),
    budget: values.budget === undefined ? undefined : Number(values.budget),
    transcript: word("transcript_path"),
    because: word("source") ?? word("trigger") ?? word("reason"),
    said: Object.fromEntries([...["content", "summary", "outcome"].map((key) => [key, word(key)]), ["learnings", Array.isArray(payload.learnings) ? payload.learnings : undefined]].filter(([, value]) => value !== undefined)) as HookCall["said"],
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

/** By what harnesses set for the hooks that they run. Gemini CLI sets Claude Code's variable too. */
function harnessIn(env: Told["env"]): string | undefined {
  if (env.GEMINI_PROJECT_DIR !== undefined || env.GEMINI_SESSION_ID !== undefined) return "gemini-cli"
  return env.CLAUDE_PROJECT_DIR === undefined ? undefined : "claude-code"
}

const called = (event: HookEvent): string => event.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
