import { z } from "zod"
import { WRITE_WAYS, WRITTEN_STATUSES } from "@/lib/db/sources/write-backs"
import { WRITE_BACK_STANDINGS } from "./pending-writes"

export const writeWay = z.enum(WRITE_WAYS)

const hunk = z.object({
  /** Number of the first line in the current text of the target. `afterLine`: its number in the new text. */
  beforeLine: z.number(),
  afterLine: z.number(),
  /** Lines of the hunk. `noBreak`: the line is the last one and has no line break. */
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
  /** True if a migration removed the file here, and the write-back removes it at the target. */
  goes: z.boolean(),
  /** Reason why the file is merged or left unchanged, or null. */
  reason: z.string().nullable(),
  added: z.number(),
  removed: z.number(),
  /** Changed lines of the target with context. Null if there are too many. */
  hunks: z.array(hunk).nullable(),
  /** Decisions behind the change, as text for people. */
  decisions: z.array(z.object({ revision: z.number(), words: z.string(), by: z.string(), at: z.string() })),
  /** Id of the open conflict of the file, or null. */
  conflict: z.string().nullable(),
})
export type WriteBackFileView = z.output<typeof writeBackFile>

const source = z.object({ id: z.string(), kind: z.string(), name: z.string() })

export const writeBackPreview = z.object({
  team: z.string(),
  source,
  way: writeWay,
  /** All ways to write back. `why`: the reason if a way is not available, or null. */
  ways: z.array(z.object({ way: writeWay, why: z.string().nullable() })),
  /** Hash of the preview in hexadecimal. The request that starts the write-back must include it. */
  shown: z.string(),
  files: z.array(writeBackFile),
  /** Totals of the files that would be written. */
  totals: z.object({
    files: z.number(),
    /** Number of `files` that are removed. */ filesRemoved: z.number(),
    added: z.number(),
    removed: z.number(),
  }),
  /** Branch that the commit goes to. `made`: true if this commit creates the branch. */
  branch: z.object({ name: z.string(), made: z.boolean() }).nullable(),
  /** Id of the running write-back, or null. */
  running: z.string().nullable(),
})
export type WriteBackPreview = z.output<typeof writeBackPreview>

export const writeBackRun = z.object({
  /** Id of the write-back. Null if there was nothing to write, because nothing is stored then. */
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
