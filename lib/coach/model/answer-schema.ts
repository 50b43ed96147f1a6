import { Output } from "ai"
import { z } from "zod"
import { CLAIM_KINDS } from "@/lib/memory/coach/kinds"

/**
 * Schema of an answer with claims. Contains no limits, because some servers refuse them; `readAnswer`
 * enforces the limits.
 */
const claims = z.object({
  claims: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(CLAIM_KINDS),
      confidence: z.number(),
      citations: z.array(z.string()),
    }),
  ),
})
const sorted = z.object({
  sorted: z.array(z.object({ id: z.string(), choice: z.string(), sure: z.number(), why: z.string() })),
})

/**
 * Override that does not parse an incomplete answer, because parsing it after each part would take quadratic
 * time. The SDK forwards a part when the parsed value changes, so the value is the length of the text.
 */
const whole = {
  parsePartialOutput: async ({ text }: { readonly text: string }) => ({ partial: String(text.length) }),
}
export const CLAIMS_FORM = { ...Output.object({ schema: claims, name: "claims" }), ...whole }
export const SORTED_FORM = { ...Output.object({ schema: sorted, name: "sorted" }), ...whole }
export type AnswerForm = typeof CLAIMS_FORM | typeof SORTED_FORM

/** Form of an answer with claims as text for the prompt, for models without structured output. */
export const CLAIMS_IN_WORDS = `{"claims":[{"text":"…","kind":"${CLAIM_KINDS.join("|")}","confidence":0.8,"citations":["…"]}]}`
export const SORTED_IN_WORDS = `{"sorted":[{"id":"E1","choice":"…","sure":0.8,"why":"…"}]}`
