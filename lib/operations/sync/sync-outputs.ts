import { z } from "zod"
import { takenAs } from "../import/rules-input"

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in hexadecimal")

export const syncInput = z.object({
  team: z.string().optional(),
  project: z.string().min(1).max(200).optional(),
  source: z
    .string()
    .min(1)
    .max(1000)
    .describe("Identifies the folder: the machine's name, a colon, and its path there"),
})

export const heldFile = z.object({ file: z.uuid(), path: z.string().min(1), sha256 })

export const drift = z.object({
  /** Null: it is made with the first push. */
  team: z.string().nullable(),
  projects: z.array(z.string()),
  /** The project that the folder's Kaizen files name, where that decided which one it is; else null. */
  named: z.string().nullable(),
  /** What the folder has and Quarterdeck has not. `both`: it went on in both places. `file` and `head` where Quarterdeck has it in another text; `base`: from which text both went on. */
  push: z.array(
    z.object({
      path: z.string(),
      why: z.enum(["new", "changed", "both", "back"]),
      file: z.string().nullable(),
      head: sha256.nullable(),
      base: sha256.nullable(),
      note: z.string().optional().describe("A note for the person who pushes it"),
    }),
  ),
  /** What Quarterdeck has and the folder has not; `replaces`: what is in its place now, null where nothing is. */
  pull: z.array(heldFile.extend({ replaces: sha256.nullable() })),
  /** What the folder had and has no more. */
  gone: z.array(z.string()),
  /** What a migration took away in Quarterdeck, and the folder still has as both last agreed on it, or as it was then: it goes there, too. */
  remove: z.array(heldFile),
  /** What a migration took away in Quarterdeck, and the folder has no more either, though nobody has written that down yet. */
  released: z.array(z.object({ file: z.uuid(), path: z.string() })),
  /** What waits in the inbox: it changed in both places, and the folder still says what it said then. */
  conflicts: z.array(z.object({ path: z.string(), conflict: z.string(), reason: z.string() })),
  /** What is left as it is on both sides, though they differ. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** What the folder has, and nobody has written down yet. */
  take: z.array(heldFile),
  same: z.number(),
  /** What people said that files of the folder are, whatever their path and text show. The last rule that fits counts. */
  takenAs: takenAs.max(1_000),
})
export type Drift = z.output<typeof drift>
