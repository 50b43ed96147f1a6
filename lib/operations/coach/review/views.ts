import { z } from "zod"
import {
  CLAIM_STATES,
  CLAIM_USES,
  LONGEST_CLAIM,
  MOST_CLAIMS,
  SYNTHESIS_STATES,
} from "@/lib/memory/coach/kinds"
import { promoteTo } from "../views"

export const LONGEST_REASON = 500

const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(MOST_CLAIMS - 1)
  .describe("Which claim, from 0")
const shown = z.string().regex(/^[0-9a-f]{64}$/, "take `shown` from the claim as you were shown it")
/** Whether one is needed depends on the verdict. */
const reason = z.string().trim().max(LONGEST_REASON, `at most ${LONGEST_REASON} characters`).default("")

export const claimNamed = z.object({ synthesis: z.string(), position })

export const claimDecision = claimNamed.extend({
  verdict: z.enum(["accept", "edit", "reject"]),
  text: z
    .string()
    .trim()
    .min(1, "a claim needs words")
    .max(LONGEST_CLAIM, `at most ${LONGEST_CLAIM.toLocaleString("en")} characters`)
    .optional()
    .describe("edit: the claim as it is to stand"),
  reason: reason.describe("reject: why, so that the like need not come again"),
  shown: shown.describe("What you were shown: the decision holds for exactly that"),
  use: z
    .enum(CLAIM_USES)
    .default("brief")
    .describe(
      "brief: a statement of the published brief; promotion: proposals that add it to a shared memory and take its copies out",
    ),
  to: promoteTo
    .optional()
    .describe(
      "promotion: the memory of a category or the team's; absent: where the coach thinks that it belongs",
    ),
})

const left = z.number().describe("Claims of the synthesis that still wait")

export const decidedClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  becomes: z.enum(CLAIM_USES).nullable(),
  proposals: z
    .array(z.string())
    .describe("Ids of the proposals that it made, in the order in which they are best decided"),
  kept: z
    .array(z.object({ path: z.string(), agent: z.string().nullable(), why: z.string() }))
    .describe("Copies that stay where they are, and why"),
  left,
})
export type DecidedClaim = z.input<typeof decidedClaim>

export const undoneClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  withdrawn: z.number().describe("Proposals that it had made and that were withdrawn"),
  left,
})

export const restDecision = z.object({
  synthesis: z.string(),
  verdict: z.enum(["accept", "reject"]),
  reason: reason.describe("reject: why, of all of them"),
  claims: z
    .array(z.object({ position, shown }))
    .min(1, "name at least one claim")
    .max(MOST_CLAIMS, `at most ${MOST_CLAIMS} claims`),
})

export const restDecided = z.object({
  decided: z.number(),
  left: z
    .array(z.object({ position: z.number(), why: z.string() }))
    .describe("Those that were not decided: each is to be looked at by itself"),
})

export const wholeRejection = z.object({
  synthesis: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, "say why, so that the like need not come again")
    .max(LONGEST_REASON, `at most ${LONGEST_REASON} characters`),
})

export const rejectedWhole = z.object({
  id: z.string(),
  state: z.enum(SYNTHESIS_STATES),
  proposals: z
    .array(z.string())
    .describe("Proposals of its claims that still wait: they are decided in the inbox"),
})
