import { z } from "zod"
import { FORMAT_IDS, LEFT_OUT } from "@/lib/memory/memory-files/format"

/** Formats that a person assigned to files of a source. */
export const takenAs = z.array(
  z.object({
    pattern: z.string().min(1).max(1_500).describe("A path, a folder, or a pattern with *, ** and ?"),
    format: z.enum([...FORMAT_IDS, LEFT_OUT]).describe(`${LEFT_OUT}: no memory, left out`),
  }),
)

/** The formats in one request. */
export const givenRules = takenAs
  .max(100)
  .describe("What files of the source are, whatever their path and text show; the source remembers it")
