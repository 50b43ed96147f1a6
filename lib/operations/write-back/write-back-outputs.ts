import { z } from "zod"
import { WRITE_WAYS, WRITTEN_STATUSES } from "@/lib/db/sources/write-backs"
import { WRITE_BACK_STANDINGS } from "./planned-write"

export const writeWay = z.enum(WRITE_WAYS)

const hunk = z.object({
  /** The first line in the current text of the target, and in its future text. */
  beforeLine: z.number(),
  afterLine: z.number(),
  /** `noBreak`: the text ends there without a line break. */
  lines: z.array(
    z.object({ kind: z.enum(["same", "cut", "add"]), text: z.string(), noBreak: z.boolean().optional() }),
  ),
})

const writeBackFile = z.object({
  id: z.string(),
  path: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  revision: z.number(),
  standing: z.enum(WRITE_BACK_STANDINGS),
  /** Whether a migration removed the file here, so that it is removed there. */
  goes: z.boolean(),
  /** Why the file is not simply written. */
  reason: z.string().nullable(),
  added: z.number(),
  removed: z.number(),
  /** What changes in the target, with the lines around it. Null if it is too much to show. */
  hunks: z.array(hunk).nullable(),
  /** Who decided the change, and in which words. */
  decisions: z.array(z.object({ revision: z.number(), words: z.string(), by: z.string(), at: z.string() })),
  /** The open conflict of the file. */
  conflict: z.string().nullable(),
})
export type WriteBackFileView = z.output<typeof writeBackFile>

const source = z.object({ id: z.string(), kind: z.string(), name: z.string() })

export const writeBackPreview = z.object({
  team: z.string(),
  source,
  way: writeWay,
  /** Every way with the reason why it is not available, or null if it is. */
  ways: z.array(z.object({ way: writeWay, why: z.string().nullable() })),
  /** Hexadecimal hash that the write-back has to carry. */
  shown: z.string(),
  files: z.array(writeBackFile),
  /** The totals of what would be written. */
  totals: z.object({
    files: z.number(),
    /** How many of `files` are removed. */ filesRemoved: z.number(),
    added: z.number(),
    removed: z.number(),
  }),
  /** The branch that is committed to. `made`: it begins with this commit. */
  branch: z.object({ name: z.string(), made: z.boolean() }).nullable(),
  /** The write-back that is running. */
  running: z.string().nullable(),
})
export type WriteBackPreview = z.output<typeof writeBackPreview>

export const writeBackRun = z.object({
  /** Null if there was nothing to write, because nothing of it is stored then. */
  id: z.string().nullable(),
  team: z.string(),
  source,
  way: writeWay,
  state: z.enum(["running", "done", "failed"]),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  error: z.string().nullable(),
  by: z.string(),
  createdAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  files: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      project: z.string(),
      revision: z.number(),
      status: z.enum(WRITTEN_STATUSES),
      added: z.number(),
      removed: z.number(),
      reason: z.string().nullable(),
      conflict: z.string().nullable(),
    }),
  ),
})
export type WriteBackRun = z.output<typeof writeBackRun>
