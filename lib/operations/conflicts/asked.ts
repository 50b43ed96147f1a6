import { z } from "zod"
import { LONGEST_STATEMENT } from "@/lib/memory/asked-change"
import { FILE_VERDICTS, narrowed, STATEMENT_VERDICTS } from "./views"

export const shown = z.string().regex(/^[0-9a-f]{64}$/, "take `shown` from the conflict as you were shown it")
export const reason = z.string().trim().max(2_000, "at most 2,000 characters").default("")

/** How a conflict is to be resolved. */
export const askedResolution = z.object({
  conflict: z.string(),
  verdict: z.enum([...STATEMENT_VERDICTS, ...FILE_VERDICTS]),
  text: z
    .string()
    .max(4 * 1024 * 1024)
    .optional()
    .describe(
      `merge: what the left side says then, at most ${LONGEST_STATEMENT.toLocaleString("en")} characters; of a file conflict the whole text`,
    ),
  left: narrowed
    .optional()
    .describe("keep-both: how the left side is narrowed, by other words or a section of its file"),
  right: narrowed.optional().describe("keep-both: how the right side is narrowed"),
  side: z
    .enum(["left", "right"])
    .optional()
    .describe("override: the side that is to prevail; absent, the one that does not now"),
})
export type AskedResolution = z.output<typeof askedResolution>
