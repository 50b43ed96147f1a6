import { z } from "zod"
import type { CoachNotebook } from "../coach"
import { readAnswer, type ReadAnswer, CLAIMS_FORM } from "./answer"
import type { Prompt } from "./call"
import { hideSecrets } from "@/lib/memory/secrets/secrets"
import type { PersistentModel } from "./call-retries"
import type { Spending } from "./tokens"

/**
 * Result of asking for claims. `too-long`: the prompt or the answer is too long, so a smaller part should be
 * asked. `over-budget`: the model was not asked. `lost`: the answer is unusable.
 */
export type ClaimsResult =
  | { readonly kind: "answer"; readonly answer: ReadAnswer }
  | { readonly kind: "too-long"; readonly of: "prompt" | "answer" }
  | { readonly kind: "over-budget" }
  | { readonly kind: "lost"; readonly why: string }

export interface ClaimsQuestion {
  readonly prompt: Prompt
  /** Maximum number of claims. */
  readonly most: number
  readonly mostTokens: number
  /** Number of tokens of the budget that must be left after the answer. */
  readonly kept: number
}

export interface ClaimsModel {
  readonly model: PersistentModel
  /** Provider, name and URL of the model. Stored answers are reused only for the same model. */
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

/**
 * Asks the model for claims, or returns the stored answer if there is one. After a malformed answer, asks
 * again once and names the problem.
 */
export async function askForClaims(question: ClaimsQuestion, of: ClaimsModel): Promise<ClaimsResult> {
  const { prompt, most, mostTokens } = question
  const { modelId, notebook, spending } = of
  const key = await keyOf([modelId, prompt, most, mostTokens])
  const stored = readStored(await notebook.find(key), most)
  if (stored !== null) return stored
  const begun = spending.now()
  const asked = await askTwice(question, of)
  const took = {
    input: spending.now().inputTokens - begun.inputTokens,
    output: spending.now().outputTokens - begun.outputTokens,
  }
  if (asked.kind === "too-long") await notebook.keep(key, { tooLong: asked.of }, took)
  if (asked.kind === "answer") await notebook.keep(key, storable(asked.answer), took)
  return asked
}

/** Returns a stored answer; null if there is none or it is invalid. */
function readStored(stored: unknown, most: number): ClaimsResult | null {
  const before = kept.safeParse(stored).data
  if (before === undefined) return null
  if ("tooLong" in before) return { kind: "too-long", of: before.tooLong }
  const reading = readAnswer(before.text, most)
  if (reading.kind !== "read") return null
  const { misshapen, beyond } = before
  return { kind: "answer", answer: { ...reading.answer, misshapen, beyond } }
}

async function askTwice(question: ClaimsQuestion, of: ClaimsModel): Promise<ClaimsResult> {
  const first = await askOnce(question, of)
  if (first.kind !== "malformed") return first
  const again = await askOnce({ ...question, prompt: withCorrection(question.prompt, first) }, of)
  if (again.kind === "over-budget")
    return {
      kind: "lost",
      why: "the answer was not JSON, and the token budget is too small for another attempt",
    }
  return again.kind === "malformed"
    ? { kind: "lost", why: `the answer was malformed twice: ${again.why}` }
    : again
}

interface Malformed {
  readonly kind: "malformed"
  readonly text: string
  readonly why: string
}

async function askOnce(
  { prompt, most, mostTokens, kept: reserve }: ClaimsQuestion,
  { model, spending, signal, heard }: ClaimsModel,
): Promise<ClaimsResult | Malformed> {
  const answer = await model.ask({
    prompt,
    form: CLAIMS_FORM,
    mostTokens,
    signal,
    spending,
    kept: reserve,
    heard,
  })
  if (answer.end === "over-budget") return { kind: "over-budget" }
  if (answer.end === "too-long") return { kind: "too-long", of: "prompt" }
  if (answer.end === "long") return { kind: "too-long", of: "answer" }
  if (answer.end === "refused") return { kind: "lost", why: "the model refused to answer" }
  const reading = readAnswer(answer.text, most)
  if (reading.kind === "cut") return { kind: "too-long", of: "answer" }
  if (reading.kind === "read") return { kind: "answer", answer: reading.answer }
  return { kind: "malformed", text: answer.text, why: reading.why }
}

const withCorrection = (prompt: Prompt, { text, why }: Malformed): Prompt => ({
  ...prompt,
  messages: [
    ...prompt.messages,
    { role: "assistant", content: text.slice(0, LONGEST_REPEATED) || "(nothing)" },
    {
      role: "user",
      content: `That answer could not be parsed: ${why}. Answer again with all claims, as JSON only, in the requested form.`,
    },
  ],
})

/** Returns an answer in its stored form, without secrets. */
const storable = ({ claims, misshapen, beyond }: ReadAnswer) => ({
  text: JSON.stringify({ claims: claims.map((claim) => ({ ...claim, text: hideSecrets(claim.text).text })) }),
  misshapen,
  beyond,
})

/** Number of characters of a malformed answer that are sent back. */
const LONGEST_REPEATED = 4_000

/** Returns the SHA-256 of a request in hex. */
async function keyOf(sent: unknown): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(sent)))
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
