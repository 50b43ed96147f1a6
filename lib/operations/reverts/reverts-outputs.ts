import { inputDay, inputInstant } from "@/lib/memory/inputs/input-dates"
import { z } from "zod"

const NAME = z.string().trim().min(1).max(200)

/** Whose writes are meant. Exactly one of these is given. */
export const whose = z
  .object({
    agent: NAME.optional(),
    session: NAME.optional(),
    token: z.uuid().optional(),
    person: z.uuid().optional(),
    run: z.uuid().optional().describe("An import"),
    revert: z.uuid().optional().describe("A revert to undo"),
    promotion: z.uuid().optional().describe("A promotion to undo"),
    seed: z.uuid().optional().describe("A seeding to undo"),
    migration: z.uuid().optional().describe("A migration to undo"),
  })
  .strict()
  .refine(
    (of) => Object.values(of).filter((one) => one !== undefined).length === 1,
    "choose one of agent, session, token, person, run, revert, promotion, seed and migration",
  )

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day, or an instant with a time zone, up to microseconds. */
export const instant = z.union([inputDay, inputInstant])

/** Returns the first instant of a day, or the instant itself. */
export function startOf(at: string | undefined): string | null {
  if (at === undefined) return null
  return DAY.test(at) ? `${at}T00:00:00Z` : at
}

/** Returns the last instant of a day, or the instant itself. */
export function endOf(at: string | undefined): string | null {
  if (at === undefined) return null
  return DAY.test(at) ? `${at}T23:59:59.999999Z` : at
}

/** Returns what a change of presence makes of a file. Null for no change. */
export function presence(present: boolean | null): "present" | "gone" | null {
  if (present === null) return null
  return present ? "present" : "gone"
}

export const selection = {
  team: z.string(),
  of: whose,
  project: z.string().optional(),
  from: instant.optional().describe("Only writes at or after this time. A date starts at midnight UTC"),
  to: instant.optional().describe("Only writes at or before this time"),
}

/** A group of changed lines. `line` counts from 1 in the current file. */
export const hunk = z.object({ line: z.number(), before: z.array(z.string()), after: z.array(z.string()) })

/** Text that a revert keeps, with the reason and who changed it since. */
export const leftOver = z.object({
  why: z.string(),
  line: z.number().nullable(),
  text: z.string(),
  by: z.string().nullable(),
})

export const changedFile = z.object({
  fileId: z.string(),
  path: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** Number of writes that are reverted, at least in part. */
  writes: z.number(),
  added: z.number(),
  cut: z.number(),
  /** Whether the revert brings the file back or removes it. */
  becomes: z.enum(["present", "gone"]).nullable(),
  /** Null beyond the first files, and for a file with too many lines. */
  hunks: z.array(hunk).nullable(),
  left: z.array(leftOver),
})
export type ChangedFile = z.output<typeof changedFile>

export const totals = z.object({
  files: z.number(),
  writes: z.number(),
  added: z.number(),
  cut: z.number(),
  gone: z.number(),
  back: z.number(),
  left: z.number(),
})
export type Totals = z.output<typeof totals>

export const NO_TOTALS: Totals = { files: 0, writes: 0, added: 0, cut: 0, gone: 0, back: 0, left: 0 }

export const revertView = z.object({
  id: z.string(),
  /** Whose writes were reverted, or that everything was restored. */
  of: z.record(z.string(), z.string()),
  name: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  writes: z.number(),
  files: z.number(),
  rejected: z.number(),
})
