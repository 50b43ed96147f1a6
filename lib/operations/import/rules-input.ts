import { z } from "zod"
import { FORMAT_IDS, NOT_MEMORY } from "@/lib/memory/memory-files/format"

/** Schema of the formats that a person assigned to files of a source. */
export const formatRules = z.array(
  z.object({
    pattern: z.string().min(1).max(1_500).describe("A path, a folder, or a pattern with *, ** and ?"),
    format: z
      .enum([...FORMAT_IDS, NOT_MEMORY])
      .describe(`${NOT_MEMORY}: the file is not memory and is skipped`),
  }),
)

/** Schema of the format rules in one request. */
export const requestedRules = formatRules
  .max(100)
  .describe(
    "How to treat files from the source, regardless of their path and text. The source remembers this choice",
  )
