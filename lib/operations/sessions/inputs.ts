import { z } from "zod"

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, "say it in at least one character")
    .max(200, "at most 200 characters")
    .describe(what)

/** Where a session is, and whose. */
export const sessionPlace = {
  team: z.string().optional().describe("A team's slug, name or id; absent: found by the project's name"),
  project: z.string().optional().describe("A project's slug, name or id; absent: the only one"),
  agent: name(
    "The agent, by the name of its memory; absent: the one that the access token speaks for",
  ).optional(),
  defaultAgent: name(
    "Hooks say it: the agent where neither `agent` nor the access token names one",
  ).optional(),
}

/** Hooks alone say these: an agent that calls a tool has no use for them. */
export const OF_HOOKS = ["defaultAgent", "onDisk"] as const

export const sessionName = name("The session, as the harness names it")
export const harnessName = name("The program that runs the agent: claude-code, codex, …")

const DAYS_BACK = 31

/** The day that a line belongs to, where it could not be written on that day. */
export const dayOfWriting = z.iso
  .date()
  .optional()
  .describe(
    `YYYY-MM-DD, of the last ${DAYS_BACK} days: where what is sent was written earlier; absent: today in UTC`,
  )

/** Why a day is none to write on; null where it is one. */
export function whyNotOn(day: string, now: Date): string | null {
  const age =
    (Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000
  if (age < -1) return `date: ${day} has not come yet; leave it out to write on today's log`
  return age > DAYS_BACK
    ? `date: ${day} is more than ${DAYS_BACK} days ago; leave it out to write on today's log`
    : null
}

/** What a write says beside its own: null where there is nothing to say. */
export const saidBeside = {
  made: z
    .string()
    .nullable()
    .default(null)
    .describe("Path of the memory file that was made for it; null: it was there"),
  message: z
    .string()
    .nullable()
    .default(null)
    .describe("What to know beside it: that the agent is new here, say, and whom else one may have meant"),
}

/** A statement on one line, as logs and runs take it. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()
