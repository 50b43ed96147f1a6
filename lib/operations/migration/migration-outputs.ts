import { z } from "zod"
import { hunk } from "../reverts/reverts-outputs"

/** A layout that memory can be moved to. */
export const target = z
  .enum(["A", "D"])
  .describe("A: one file per agent. D: one file per category, with sections")

/** What to move and where to. The inputs are the same for a preview and for the migration itself. */
export const wanted = {
  team: z.string(),
  project: z.string(),
  categories: z
    .array(z.string().trim().min(1).max(80))
    .max(200)
    .default([])
    .describe("Slugs. If empty, all categories that can migrate"),
  to: target,
}

/** The place of an entry. Lines count from 1. */
const place = z.object({ path: z.string(), line: z.number() })

/**
 * How the memory of a category is laid out, as a person sees it. B is D without sections. Mixed means two
 * layouts at once.
 */
export const layoutNow = z.enum(["A", "B", "C", "D", "mixed", "none"])

export const layoutView = z.object({
  slug: z.string(),
  name: z.string(),
  layout: layoutNow,
  agents: z.array(z.object({ name: z.string(), file: z.string().nullable(), entries: z.number() })),
  files: z.array(
    z.object({ id: z.string(), path: z.string(), role: z.string(), entries: z.number(), lines: z.number() }),
  ),
  /** Layouts that the memory can be moved to. */
  may: z.array(target),
  /** For each other layout, the reason why the memory cannot be moved to it. */
  why: z.record(z.string(), z.string()),
})

export const becomes = z.enum(["made", "changed", "removed", "same"])

export const migratedFile = z.object({
  /** Null if the file did not exist and is created. */
  file: z.string().nullable(),
  path: z.string(),
  becomes,
  agent: z.string().nullable(),
  /** The number of lines, 0 if the file does not exist. */
  before: z.number(),
  after: z.number(),
  added: z.number(),
  cut: z.number(),
  /** Whether the file has exactly the bytes that it had before an earlier migration. */
  restored: z.boolean(),
  /** Null if there are too many lines. */
  hunks: z.array(hunk).nullable(),
})

export const migratedEntry = z.object({
  text: z.string(),
  state: z.enum(["current", "retired"]),
  from: place,
  /** Null if the entry is nowhere any more, because it was removed from the category's file. */
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
  /** The number of entries that are accounted for, one for each place that had one. */
  entries: z.number(),
  moved: z.number(),
  merged: z.number(),
  stayed: z.number(),
  lost: z.number().describe("Always 0. An entry that would be lost blocks the migration"),
  /** Paths of files that would have more lines than their budget. */
  over: z.array(z.string()),
})

export const previewOutput = z.object({
  /** Hash of everything that the migration would write. The request that starts the migration includes it. */
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
  /** What prevents the migration. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  /** What is not moved, or stays, and why. */
  left: z.array(z.object({ path: z.string(), why: z.string() })),
})

/** The figures of what a migration did. */
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

/** What one file of a migration became. */
export const migrationWrite = z.object({
  file: z.string(),
  path: z.string(),
  agent: z.string().nullable(),
  /** Null if no text changed. */
  revision: z.number().nullable(),
  /** Whether the file exists since then, or null if that did not change. */
  present: z.boolean().nullable(),
  /** The new places of the entries that were here. */
  entries: z.array(migratedEntry),
})
