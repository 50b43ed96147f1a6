import { z } from "zod"
import { hunk } from "../reverts/reverts-outputs"

/** Schema of a layout that memory can be migrated to. */
export const target = z
  .enum(["A", "D"])
  .describe("A: one file per agent. D: one file per category, with sections")

/** Input fields of a preview and of the migration itself. */
export const wanted = {
  team: z.string(),
  project: z.string(),
  categories: z
    .array(z.string().trim().min(1).max(80))
    .max(200)
    .default([])
    .describe("Slugs. If empty, all categories that can migrate are included"),
  to: target,
}

/** Schema of the place of an entry. Line numbers start at 1. */
const place = z.object({ path: z.string(), line: z.number() })

/** Schema of the current layout of a category. B is D without sections. "mixed" means two layouts at once. */
export const layoutNow = z.enum(["A", "B", "C", "D", "mixed", "none"])

export const layoutView = z.object({
  slug: z.string(),
  name: z.string(),
  layout: layoutNow,
  agents: z.array(z.object({ name: z.string(), file: z.string().nullable(), entries: z.number() })),
  files: z.array(
    z.object({ id: z.string(), path: z.string(), role: z.string(), entries: z.number(), lines: z.number() }),
  ),
  /** Layouts that the memory can be migrated to. */
  may: z.array(target),
  /** Reasons why the memory cannot be migrated, by the layout that is impossible. */
  why: z.record(z.string(), z.string()),
})

export const becomes = z.enum(["made", "changed", "removed", "same"])

export const migratedFile = z.object({
  /** Id of the file. Null if the migration creates it. */
  file: z.string().nullable(),
  path: z.string(),
  becomes,
  agent: z.string().nullable(),
  /** Number of lines before the migration. 0 if the file does not exist. */
  before: z.number(),
  after: z.number(),
  added: z.number(),
  cut: z.number(),
  /** True if the file gets exactly the bytes that it had before an earlier migration. */
  restored: z.boolean(),
  /** Changed lines. Null if there are too many. */
  hunks: z.array(hunk).nullable(),
})

export const migratedEntry = z.object({
  text: z.string(),
  state: z.enum(["current", "retired"]),
  from: place,
  /** New place of the entry. Null if the entry was removed from the category's file and is in no file now. */
  to: place.extend({ section: z.string().nullable() }).nullable(),
  how: z.enum(["moved", "same", "merged"]),
  why: z.string(),
})

export const previewTotals = z.object({
  files: z.number(),
  made: z.number(),
  removed: z.number(),
  changed: z.number(),
  same: z.number(),
  restored: z.number(),
  /** Number of entries. An entry counts once for each place that it had. */
  entries: z.number(),
  moved: z.number(),
  merged: z.number(),
  stayed: z.number(),
  lost: z.number().describe("Always 0. An entry that would be lost blocks the migration"),
  /** Paths of files that would exceed their budget of lines. */
  over: z.array(z.string()),
})

export const previewOutput = z.object({
  /** Hash of everything that the migration would write. The request to migrate must include it. */
  shown: z.string(),
  from: z.string(),
  to: target,
  categories: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      from: layoutNow,
      files: z.array(migratedFile),
      entries: z.array(migratedEntry),
    }),
  ),
  totals: previewTotals,
  /** Problems that block the migration. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Files and entries that the migration leaves unchanged, with the reason. */
  left: z.array(z.object({ path: z.string(), why: z.string() })),
})

/** Schema of the numbers of a finished migration. */
export const migrationCounts = z.object({
  files: z.number(),
  made: z.number(),
  removed: z.number(),
  changed: z.number(),
  restored: z.number(),
  entries: z.number(),
  moved: z.number(),
  merged: z.number(),
  stayed: z.number(),
})

export const migrationView = z.object({
  id: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  from: z.string(),
  to: z.string(),
  categories: z.array(z.string()),
  counts: migrationCounts,
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  undone: z.object({ by: z.string(), at: z.string() }).nullable(),
})

/** Schema of one file that a migration wrote. */
export const migrationWrite = z.object({
  file: z.string(),
  path: z.string(),
  agent: z.string().nullable(),
  /** Revision that the migration wrote. Null if the text did not change. */
  revision: z.number().nullable(),
  /** True if the migration restored a removed file, false if it removed the file. Null if neither. */
  present: z.boolean().nullable(),
  /** New places of the entries that were in this file. */
  entries: z.array(migratedEntry),
})
