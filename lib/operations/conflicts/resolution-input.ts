import { z } from "zod"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/requested-change"
import { FILE_VERDICTS, narrowed, STATEMENT_VERDICTS } from "./conflict-outputs"

export const shownHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the conflict")
export const reason = z.string().trim().max(2_000, "enter at most 2,000 characters").default("")

/** Decision on a conflict. */
export const resolutionRequest = z.object({
  conflict: z.string(),
  verdict: z.enum([...STATEMENT_VERDICTS, ...FILE_VERDICTS]),
  text: z
    .string()
    .max(4 * 1024 * 1024)
    .optional()
    .describe(
      `merge: the new text for the left side, at most ${LONGEST_STATEMENT.toLocaleString("en")} characters, or the whole text of the file for a file conflict`,
    ),
  left: narrowed
    .optional()
    .describe("keep-both: how to narrow the left side, with new text or another section"),
  right: narrowed.optional().describe("keep-both: how to narrow the right side"),
  side: z
    .enum(["left", "right"])
    .optional()
    .describe("override: the side that should take precedence. Defaults to the side that currently does not"),
})
export type RequestedResolution = z.output<typeof resolutionRequest>
