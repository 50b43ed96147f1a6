import { inputDay, inputInstant } from "@/lib/memory/inputs/input-dates"
import { z } from "zod"

const NAME = z.string().trim().min(1).max(200)

/** Whose writes are meant: one of these. */
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

/** A day or an instant; with a zone, to the microsecond. */
export const instant = z.union([inputDay, inputInstant])
export const startOf = (at: string | undefined): string | null =>
  at === undefined ? null : DAY.test(at) ? `${at}T00:00:00Z` : at
export const endOf = (at: string | undefined): string | null =>
  at === undefined ? null : DAY.test(at) ? `${at}T23:59:59.999999Z` : at

export const selection = {
  team: z.string(),
  of: whose,
  project: z.string().optional(),
  from: instant.optional().describe("Only writes since then. A day starts at midnight UTC"),
  to: instant.optional().describe("Only writes until then"),
}

/** Lines that differ in one place: `line` counts from 1 in the file as it is now. */
export const hunk = z.object({ line: z.number(), before: z.array(z.string()), after: z.array(z.string()) })

/** What stays as it is, with what stands there now and who changed it. */
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
  /** Writes that are taken back, at least in part. */
  writes: z.number(),
  added: z.number(),
  cut: z.number(),
  /** Whether the file comes back or goes by it. */
  becomes: z.enum(["present", "gone"]).nullable(),
  /** Left out past the first files, and where there are too many lines. */
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
  /** Whose writes, or that everything was restored. */
  of: z.record(z.string(), z.string()),
  name: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  writes: z.number(),
  files: z.number(),
  rejected: z.number(),
})
