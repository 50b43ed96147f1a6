import { inputDay, inputInstant } from "@/lib/memory/inputs/read-input"
import { z } from "zod"

const NAME = z.string().trim().min(1).max(200)

/** Schema of the author of the writes. Exactly one field is required. */
export const whose = z
  .object({
    agent: NAME.optional(),
    session: NAME.optional(),
    token: z.uuid().optional(),
    person: z.uuid().optional(),
    run: z.uuid().optional().describe("An import run"),
    revert: z.uuid().optional().describe("A revert to undo"),
    promotion: z.uuid().optional().describe("A promotion to undo"),
    seed: z.uuid().optional().describe("A seeding to undo"),
    migration: z.uuid().optional().describe("A migration to undo"),
    revision: z
      .string()
      .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[1-9]\d{0,8}$/, "must be FILE_ID/NUMBER")
      .optional()
      .describe("One revision of a file: the file's ID, a slash and the number"),
  })
  .strict()
  .refine(
    (of) => Object.values(of).filter((one) => one !== undefined).length === 1,
    "choose one of agent, session, token, person, run, revert, promotion, seed, migration and revision",
  )

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Schema of a day, or of an instant with a time zone and a precision of up to a microsecond. */
export const instant = z.union([inputDay, inputInstant])

/** Returns the first instant of a day, or the given instant. Null if there is none. */
export function startOf(at: string | undefined): string | null {
  if (at === undefined) return null
  return DAY.test(at) ? `${at}T00:00:00Z` : at
}

/** Returns the last instant of a day, or the given instant. Null if there is none. */
export function endOf(at: string | undefined): string | null {
  if (at === undefined) return null
  return DAY.test(at) ? `${at}T23:59:59.999999Z` : at
}

/** Returns the state of a file after a restoration (true) or removal (false). Null if neither. */
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

/** Schema of text that a revert keeps. `why`: the reason. `by`: who changed the text in the meantime. */
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
  /** Numbers of added and removed lines. All lines of a file count that is restored or removed unchanged. */
  added: z.number(),
  cut: z.number(),
  /** State of the file if the revert restores or removes it. Null if neither. */
  becomes: z.enum(["present", "gone"]).nullable(),
  /** Changed lines. Null for unchanged text, for too many changed lines, and after the first files of a preview. */
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
  /** Author whose writes were reverted, or the instant to which everything was restored. */
  of: z.record(z.string(), z.string()),
  name: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  writes: z.number(),
  files: z.number(),
  rejected: z.number(),
})
