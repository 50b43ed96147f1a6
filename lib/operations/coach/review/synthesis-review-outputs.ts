import { z } from "zod"
import {
  CLAIM_STATES,
  CLAIM_USES,
  LONGEST_CLAIM,
  MOST_CLAIMS,
  SYNTHESIS_STATES,
} from "@/lib/memory/coach/kinds"
import { promoteTo } from "../coach-outputs"

export const LONGEST_REASON = 500

const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(MOST_CLAIMS - 1)
  .describe("Zero-based position of the claim")
const shown = z.string().regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the claim")
/** The reason. Required for some verdicts. */
const reason = z.string().trim().max(LONGEST_REASON, `enter at most ${LONGEST_REASON} characters`).default("")

export const claimNamed = z.object({ synthesis: z.string(), position })

export const claimDecision = claimNamed.extend({
  verdict: z.enum(["accept", "edit", "reject"]),
  text: z
    .string()
    .trim()
    .min(1, "a claim needs text")
    .max(LONGEST_CLAIM, `enter at most ${LONGEST_CLAIM.toLocaleString("en")} characters`)
    .optional()
    .describe("edit: the new text of the claim"),
  reason: reason.describe("reject: the reason, which the coach uses to avoid similar claims"),
  shown: shown.describe("`shown` from the version you saw. The decision applies to exactly that version"),
  use: z
    .enum(CLAIM_USES)
    .default("brief")
    .describe(
      "brief: publish the claim in the brief. promotion: propose it for shared memory and remove its copies",
    ),
  to: promoteTo
    .optional()
    .describe("promotion: category memory or team memory. Defaults to the coach's suggestion"),
})

const left = z.number().describe("Number of claims in the synthesis that still need a decision")

export const decidedClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  becomes: z.enum(CLAIM_USES).nullable(),
  proposals: z.array(z.string()).describe("IDs of the claim's proposals, in the recommended review order"),
  kept: z
    .array(z.object({ path: z.string(), agent: z.string().nullable(), why: z.string() }))
    .describe("Copies that are kept, and why"),
  left,
})
export type DecidedClaim = z.input<typeof decidedClaim>

export const undoneClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  withdrawn: z.number().describe("Number of the claim's proposals that were withdrawn"),
  left,
})

export const restDecision = z.object({
  synthesis: z.string(),
  verdict: z.enum(["accept", "reject"]),
  reason: reason.describe("reject: the reason, for all selected claims"),
  claims: z
    .array(z.object({ position, shown }))
    .min(1, "choose at least one claim")
    .max(MOST_CLAIMS, `choose at most ${MOST_CLAIMS} claims`),
})

export const restDecided = z.object({
  decided: z.number(),
  left: z
    .array(z.object({ position: z.number(), why: z.string() }))
    .describe("Claims that could not be reviewed together. Review each claim individually"),
})

export const wholeRejection = z.object({
  synthesis: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, "enter a reason. The coach uses it to avoid similar claims")
    .max(LONGEST_REASON, `enter at most ${LONGEST_REASON} characters`),
})

export const rejectedWhole = z.object({
  id: z.string(),
  state: z.enum(SYNTHESIS_STATES),
  proposals: z.array(z.string()).describe("Pending proposals from the claims. Review them in the Inbox"),
})
