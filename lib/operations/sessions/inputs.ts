import { z } from "zod"

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, "enter at least one character")
    .max(200, "enter at most 200 characters")
    .describe(what)

/** Input fields that identify the team, project and agent of a session. */
export const sessionPlace = {
  team: z.string().optional().describe("A team's slug, name or ID. Defaults to the project's team"),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Optional if there is only one project"),
  agent: name("The agent's name. Defaults to the agent that the access token belongs to").optional(),
  defaultAgent: name(
    "Sent by hooks: the agent's name, used if neither `agent` nor the access token specifies an agent",
  ).optional(),
}

/** Input fields that only hooks send. Tools for agents do not have them. */
export const HOOK_INPUTS = ["defaultAgent", "onDisk"] as const

export const sessionName = name("The harness's session ID")
export const harnessName = name("The program that runs the agent, such as claude-code or codex")

const DAYS_BACK = 31

/** Schema of the day that a log line belongs to, if it was written earlier. */
export const dayOfWriting = z.iso
  .date()
  .optional()
  .describe(
    `The date (YYYY-MM-DD) if the text was written earlier, at most ${DAYS_BACK} days ago. Defaults to today in UTC`,
  )

/**
 * Returns why the log of a day cannot be written, or null. Allowed are tomorrow, today and the last 31 days.
 */
export function whyNotOn(day: string, now: Date): string | null {
  const age =
    (Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000
  if (age < -1) return `date: ${day} is in the future. Omit the date to write to today's log`
  return age > DAYS_BACK
    ? `date: ${day} is more than ${DAYS_BACK} days ago. Omit the date to write to today's log`
    : null
}

/** Output fields of a write in addition to its own result. */
export const extraOutput = {
  made: z
    .string()
    .nullable()
    .default(null)
    .describe("Path of the memory file that was created for the agent. Null if the file already existed"),
  message: z
    .string()
    .nullable()
    .default(null)
    .describe("Notes, for example that the agent is new, with a suggestion if its name may be wrong"),
}

/** Returns a text as one line, because each line of a log or run is one item. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()
