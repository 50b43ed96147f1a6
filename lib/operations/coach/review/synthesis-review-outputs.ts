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
  .describe("Position of the claim, from 0")
const shown = z.string().regex(/^[0-9a-f]{64}$/, "send `shown` from the claim as it was shown")
/** The reason. Required for some verdicts. */
const reason = z.string().trim().max(LONGEST_REASON, `at most ${LONGEST_REASON} characters`).default("")

export const claimNamed = z.object({ synthesis: z.string(), position })

export const claimDecision = claimNamed.extend({
  verdict: z.enum(["accept", "edit", "reject"]),
  text: z
    .string()
    .trim()
    .min(1, "a claim needs text")
    .max(LONGEST_CLAIM, `at most ${LONGEST_CLAIM.toLocaleString("en")} characters`)
    .optional()
    .describe("edit: the new text of the claim"),
  reason: reason.describe("reject: the reason, which the coach uses to avoid similar claims"),
  shown: shown.describe("`shown` of the version that you saw. The decision applies to exactly that"),
  use: z
    .enum(CLAIM_USES)
    .default("brief")
    .describe(
      "brief: publish the claim in the brief. promotion: propose it for shared memory and remove its copies",
    ),
  to: promoteTo
    .optional()
    .describe("promotion: the memory of a category or the team. Default: the coach's suggestion"),
})

const left = z.number().describe("Undecided claims of the synthesis")

export const decidedClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  becomes: z.enum(CLAIM_USES).nullable(),
  proposals: z.array(z.string()).describe("Ids of its proposals, in the recommended order of decision"),
  kept: z
    .array(z.object({ path: z.string(), agent: z.string().nullable(), why: z.string() }))
    .describe("Copies that stay, and why"),
  left,
})
export type DecidedClaim = z.input<typeof decidedClaim>

export const undoneClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  withdrawn: z.number().describe("Withdrawn proposals of the claim"),
  left,
})

export const restDecision = z.object({
  synthesis: z.string(),
  verdict: z.enum(["accept", "reject"]),
  reason: reason.describe("reject: the reason for all of them"),
  claims: z
    .array(z.object({ position, shown }))
    .min(1, "choose at least one claim")
    .max(MOST_CLAIMS, `at most ${MOST_CLAIMS} claims`),
})

export const restDecided = z.object({
  decided: z.number(),
  left: z
    .array(z.object({ position: z.number(), why: z.string() }))
    .describe("Claims that were not decided. Review each individually"),
})

export const wholeRejection = z.object({
  synthesis: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, "give a reason. The coach uses it to avoid similar claims")
    .max(LONGEST_REASON, `at most ${LONGEST_REASON} characters`),
})

export const rejectedWhole = z.object({
  id: z.string(),
  state: z.enum(SYNTHESIS_STATES),
  proposals: z
    .array(z.string())
    .describe("Proposals of its claims that still wait. Decide them in the Inbox"),
})
