import { z } from "zod"
import { formatRules } from "../import/rules-input"

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal")

export const syncInput = z.object({
  team: z.string().optional(),
  project: z.string().min(1).max(200).optional(),
  source: z
    .string()
    .min(1)
    .max(1000)
    .describe("Identifies the folder: the machine's name, a colon, and the folder's path on that machine"),
})

export const heldFile = z.object({ file: z.uuid(), path: z.string().min(1), sha256 })

export const drift = z.object({
  /** Null if the first push creates the team. */
  team: z.string().nullable(),
  projects: z.array(z.string()),
  /** The project that the folder's Kaizen files name, if that decided which project it is. Otherwise null. */
  named: z.string().nullable(),
  /**
   * Files that the folder has and Quarterdeck has not. `both`: the file was changed in both places. `file`
   * and `head` are set if Quarterdeck has the file with another text; `base` is the text from which both
   * continued.
   */
  push: z.array(
    z.object({
      path: z.string(),
      why: z.enum(["new", "changed", "both", "back"]),
      file: z.string().nullable(),
      head: sha256.nullable(),
      base: sha256.nullable(),
      note: z.string().optional().describe("A note for the person who pushes the file"),
    }),
  ),
  /**
   * Files that Quarterdeck has and the folder has not. `replaces` is what is in the place of the file now, or
   * null.
   */
  pull: z.array(heldFile.extend({ replaces: sha256.nullable() })),
  /** Files that the folder had and no longer has. */
  gone: z.array(z.string()),
  /**
   * Files that a migration removed in Quarterdeck and that the folder still has, either as both last agreed
   * or as they were then. They are removed from the folder as well.
   */
  remove: z.array(heldFile),
  /**
   * Files that a migration removed in Quarterdeck and that the folder no longer has either, though this is
   * not recorded yet.
   */
  released: z.array(z.object({ file: z.uuid(), path: z.string() })),
  /**
   * Files that wait in the inbox: they were changed in both places, and the folder still has the text that it
   * had then.
   */
  conflicts: z.array(z.object({ path: z.string(), conflict: z.string(), reason: z.string() })),
  /** Files that are left unchanged on both sides although they differ. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Files that the folder has as Quarterdeck states them, though this is not recorded yet. */
  take: z.array(heldFile),
  same: z.number(),
  /**
   * What people said that files of the folder are, whatever their path and text show. The last matching rule
   * counts.
   */
  takenAs: formatRules.max(1_000),
})
export type Drift = z.output<typeof drift>
