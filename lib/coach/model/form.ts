import { Output } from "ai"
import { z } from "zod"
import { CLAIM_KINDS } from "@/lib/memory/coach/kinds"

/** The forms that a model is asked to answer in. Bounds are not said here, as some servers refuse them: whoever reads the answer holds to them. */
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
 * Half an answer is of no use, and to read it anew with every piece would take as long as the square of its length. The SDK passes a piece on where what was read of it has changed, so it is
 * told the length.
 */
const whole = {
  parsePartialOutput: async ({ text }: { readonly text: string }) => ({ partial: String(text.length) }),
}
export const CLAIMS_FORM = { ...Output.object({ schema: claims, name: "claims" }), ...whole }
export const SORTED_FORM = { ...Output.object({ schema: sorted, name: "sorted" }), ...whole }
export type AnswerForm = typeof CLAIMS_FORM | typeof SORTED_FORM

/** The same in words, for models that are asked for text. */
export const CLAIMS_IN_WORDS = `{"claims":[{"text":"…","kind":"${CLAIM_KINDS.join("|")}","confidence":0.8,"citations":["…"]}]}`
export const SORTED_IN_WORDS = `{"sorted":[{"id":"E1","choice":"…","sure":0.8,"why":"…"}]}`
