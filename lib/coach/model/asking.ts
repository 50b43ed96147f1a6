import { z } from "zod"
import type { CoachNotebook } from "../coach"
import { readAnswer, type ReadAnswer } from "./answer"
import type { Prompt } from "./call"
import { CLAIMS_FORM } from "./form"
import { hideSecrets } from "@/lib/memory/secrets/hide-secrets"
import type { PersistentModel } from "./persist"
import type { Spending } from "./spending"

/** `too-long`: there is too much to read (`prompt`) or to say (`answer`); less may go. `over-budget`: not asked. `lost`: what came cannot be used, and why. */
export type Asked =
  | { readonly kind: "answer"; readonly answer: ReadAnswer }
  | { readonly kind: "too-long"; readonly of: "prompt" | "answer" }
  | { readonly kind: "over-budget" }
  | { readonly kind: "lost"; readonly why: string }

export interface Question {
  readonly prompt: Prompt
  /** Claims at most. */
  readonly most: number
  readonly mostTokens: number
  /** Tokens that must be left when this is answered. */
  readonly kept: number
}

export interface AskingOf {
  readonly model: PersistentModel
  /** Provider, name and address: another model's answers are no answers of this one. */
  readonly modelId: string
  readonly notebook: CoachNotebook
  readonly spending: Spending
  readonly signal: AbortSignal
  heard(): void
}

const kept = z.union([
  z.object({ text: z.string(), misshapen: z.number(), beyond: z.number() }),
  z.object({ tooLong: z.enum(["prompt", "answer"]) }),
])

/** Asks for claims: out of the notebook where it was answered before, else of the model, with one round in which it is told what was wrong. */
export async function askForClaims(
  { prompt, most, mostTokens, kept: reserve }: Question,
  { model, modelId, notebook, spending, signal, heard }: AskingOf,
): Promise<Asked> {
  const key = await keyOf([modelId, prompt, most, mostTokens])
  const before = kept.safeParse(await notebook.find(key)).data
  if (before && "tooLong" in before) return { kind: "too-long", of: before.tooLong }
  if (before) {
    const reading = readAnswer(before.text, most)
    if (reading.kind === "read")
      return {
        kind: "answer",
        answer: { ...reading.answer, misshapen: before.misshapen, beyond: before.beyond },
      }
  }
  const begun = spending.now()
  const took = () => ({
    input: spending.now().inputTokens - begun.inputTokens,
    output: spending.now().outputTokens - begun.outputTokens,
  })
  let asked = prompt
  for (let round = 1; ; round += 1) {
    const answer = await model.ask({
      prompt: asked,
      form: CLAIMS_FORM,
      mostTokens,
      signal,
      spending,
      kept: reserve,
      heard,
    })
    if (answer.end === "over-budget")
      return round === 1
        ? { kind: "over-budget" }
        : {
            kind: "lost",
            why: "its answer was not JSON, and the token budget is too small for another attempt",
          }
    const reading = answer.end === "whole" ? readAnswer(answer.text, most) : null
    if (answer.end === "too-long" || answer.end === "long" || reading?.kind === "cut") {
      const of = answer.end === "too-long" ? "prompt" : "answer"
      await notebook.keep(key, { tooLong: of }, took())
      return { kind: "too-long", of }
    }
    if (answer.end === "refused" || reading === null) return { kind: "lost", why: "it refused to answer" }
    if (reading.kind === "read") {
      await notebook.keep(key, storable(reading.answer), took())
      return { kind: "answer", answer: reading.answer }
    }
    if (round === 2) return { kind: "lost", why: `its answer was malformed twice: ${reading.why}` }
    asked = {
      ...prompt,
      messages: [
        ...prompt.messages,
        { role: "assistant", content: answer.text.slice(0, LONGEST_REPEATED) || "(nothing)" },
        {
          role: "user",
          content: `That cannot be read: ${reading.why}. Answer again with all claims, as JSON alone, in the form that was asked for.`,
        },
      ],
    }
  }
}

/** A secret that the model writes of its own is kept no more than another's. */
const storable = ({ claims, misshapen, beyond }: ReadAnswer) => ({
  text: JSON.stringify({ claims: claims.map((claim) => ({ ...claim, text: hideSecrets(claim.text).text })) }),
  misshapen,
  beyond,
})

/** Of a wrong answer, what it is shown again. */
const LONGEST_REPEATED = 4_000

/** SHA-256 in hex of all that is sent. */
async function keyOf(sent: unknown): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(sent)))
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
