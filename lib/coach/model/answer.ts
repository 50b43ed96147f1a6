import { z } from "zod"
import { Output } from "ai"
import { CLAIM_KINDS, type ClaimKind, MOST_CITATIONS } from "@/lib/memory/coach/synthesis"

/** A claim of the model's answer, before its citations are verified. */
export interface RawClaim {
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  /** Short IDs from the prompt: E1, C2. */
  readonly citations: readonly string[]
}

export interface ReadAnswer {
  readonly claims: readonly RawClaim[]
  /** Number of invalid claims: without text, without citations, too long. */
  readonly misshapen: number
  /** Number of claims beyond the limit. */
  readonly beyond: number
}

/**
 * Result of parsing an answer. `cut`: the answer ends too early. `wrong`: the answer cannot be parsed; `why`
 * is a message for the model.
 */
export type Reading =
  | { readonly kind: "read"; readonly answer: ReadAnswer }
  | { readonly kind: "cut" }
  | { readonly kind: "wrong"; readonly why: string }

/** Maximum number of characters of a claim in an answer. Longer claims are rejected as malformed. */
export const LONGEST_MODEL_CLAIM = 1_000

const rawClaim = z.object({
  text: z
    .string()
    .transform((text) => text.replaceAll("\0", "").toWellFormed().replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1).max(LONGEST_MODEL_CLAIM)),
  kind: z
    .preprocess(
      (kind) => (typeof kind === "string" ? kind.toLowerCase().replaceAll(/[\s_]+/g, "-") : kind),
      z.enum(CLAIM_KINDS),
    )
    .catch("observation"),
  confidence: z.coerce
    .number()
    .catch(0.5)
    .transform((confidence) => Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100),
  citations: z
    .array(
      z
        .union([z.string().max(40), z.number()])
        .transform((id) =>
          String(id)
            .toUpperCase()
            .replaceAll(/[^A-Z0-9]/g, ""),
        )
        .catch(""),
    )
    .max(1_000)
    .transform((ids) => [...new Set(ids.filter((id) => /^[EC]\d{1,6}$/.test(id)))].slice(0, MOST_CITATIONS)),
})

/** Parses the answer of a model, which may have text around the JSON. `most`: maximum number of claims. */
export function readAnswer(text: string, most: number): Reading {
  const found = findJson(text.replaceAll(/<think>[\s\S]*?<\/think>/g, ""))
  if (found.kind !== "json") return found
  const claims = Array.isArray(found.value) ? found.value : (found.value as { claims?: unknown }).claims
  if (!Array.isArray(claims))
    return { kind: "wrong", why: 'it is JSON but does not contain a "claims" array' }
  const read = claims.slice(0, most).map((one) => rawClaim.safeParse(one))
  const good = read.flatMap(({ data }) => (data ? [data] : []))
  const [first] = read.flatMap(({ error }) => (error ? [error.issues[0]] : []))
  if (good.length === 0 && first)
    return {
      kind: "wrong",
      why: `its claims do not have the required form (${first.path.join(".") || "a claim"}: ${first.message})`,
    }
  return {
    kind: "read",
    answer: { claims: good, misshapen: read.length - good.length, beyond: Math.max(0, claims.length - most) },
  }
}

type Found = { readonly kind: "json"; readonly value: object } | Exclude<Reading, { kind: "read" }>

const MOST_BEGINNINGS = 20

/** Returns the first complete JSON object or array in a text, or why there is none. */
export function findJson(text: string): Found {
  let why = "it contains no JSON"
  let cut = false
  let from = 0
  for (let beginning = 0; beginning < MOST_BEGINNINGS; beginning += 1) {
    const start = text.slice(from).search(/[{[]/)
    if (start < 0) break
    const end = endOf(text, from + start)
    const whole = text.slice(from + start, end ?? undefined)
    try {
      if (end !== null) return { kind: "json", value: JSON.parse(whole) as object }
      cut ||= /^\s*[{[]\s*["{[]/.test(whole)
    } catch (error) {
      why = `it is not valid JSON: ${(error as Error).message.slice(0, 120)}`
    }
    from += start + 1
    if (end === null) break
  }
  return cut ? { kind: "cut" } : { kind: "wrong", why }
}

/** Returns the offset after the bracket that closes the one at `start`; null if it is never closed. */
function endOf(text: string, start: number): number | null {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const one = text[at]
    if (quoted) {
      if (one === "\\") at += 1
      else if (one === '"') quoted = false
    } else if (one === '"') quoted = true
    else if (one === "{" || one === "[") depth += 1
    else if ((one === "}" || one === "]") && (depth -= 1) === 0) return at + 1
  }
  return null
}

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
