import { z } from "zod"
import { formatRules } from "../import/import-outputs"

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 hash in hexadecimal")

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
  /** Slug of the team. Null if the first push creates the team. */
  team: z.string().nullable(),
  projects: z.array(z.string()),
  /** Project that the folder's Kaizen files name, if this decided the project. Else null. */
  named: z.string().nullable(),
  /**
   * Files to push to Quarterdeck. `both`: the file changed on both sides. `file`, `head`: id and current hash
   * of the stored file, null if there is none. `base`: hash of the merge base.
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
  /** Files to pull from Quarterdeck. `replaces`: hash of the file at this path in the folder, or null. */
  pull: z.array(heldFile.extend({ replaces: sha256.nullable() })),
  /** Files that the folder had and no longer has. */
  gone: z.array(z.string()),
  /**
   * Files that a migration removed in Quarterdeck and that did not change in the folder. The sync removes
   * them from the folder.
   */
  remove: z.array(heldFile),
  /**
   * Files that a migration removed in Quarterdeck and that are missing from the folder, too. The sync records
   * this.
   */
  released: z.array(z.object({ file: z.uuid(), path: z.string() })),
  /** Files with an open conflict in the inbox. The folder still has the text of the conflict. */
  conflicts: z.array(z.object({ path: z.string(), conflict: z.string(), reason: z.string() })),
  /** Files that differ and that the sync leaves unchanged on both sides. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Files whose text in the folder is known to Quarterdeck. The sync records it as the merge base. */
  take: z.array(heldFile),
  same: z.number(),
  /**
   * Formats that people assigned to files of the folder, regardless of path and text. The last matching rule
   * applies.
   */
  takenAs: formatRules.max(1_000),
})
export type Drift = z.output<typeof drift>
