import { existsSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { Cache, findExpressions, type FoundExpression } from "./find"
import { readComposedList, recordExpressions, type BuiltExpression } from "./composed"
import { automatonOf } from "./automaton"
import { degreeOf } from "./degree"

/** Maximum degree of the work: quadratic in the length of the text. */
const MOST_DEGREE = 2
/** Maximum number of steps per character from counted repetitions. */
const MOST_FACTOR = 1_000_000

/** Worst-case work of an expression. */
interface Verdict {
  /** 0 constant, 1 linear, 2 quadratic, Infinity exponential; null for an expression that is too large to analyze. */
  readonly degree: number | null
  /** Factor of counted repetitions. */
  readonly factor: number
}

const TOO_LARGE: Verdict = { degree: null, factor: Infinity }

/** Returns how much work an expression takes at worst. Throws if its source is invalid. */
export function assessExpression(source: string, flags: string): Verdict {
  const cut = automatonOf(source, flags, "cut")
  const found = degreeOf(cut)
  if (found === null) return TOO_LARGE
  if (!cut.isCounted || found.degree === Infinity) return { degree: found.degree, factor: 1 }
  const open = degreeOf(automatonOf(source, flags, "open"))
  return open === null ? TOO_LARGE : { degree: found.degree, factor: open.factor }
}

/**
 * True if no text makes the expression hang: quadratic work at most, and a bounded factor. For a listed
 * function, `mostFactor` is Infinity, because its reason explains why its counts are harmless. Exponential
 * work is never safe.
 */
export const isSafe = ({ degree, factor }: Verdict, mostFactor = MOST_FACTOR): boolean =>
  degree !== null && degree <= MOST_DEGREE && factor <= mostFactor && factor < Infinity

export function describeVerdict({ degree, factor }: Verdict): string {
  if (degree === null) return "too large to analyze"
  const name = NAMES.get(degree) ?? `degree ${degree}`
  return factor > 1 && degree < Infinity ? `${name}, repetition counts add a factor of ${factor}` : name
}

const NAMES = new Map([
  [0, "constant"],
  [1, "linear"],
  [2, "quadratic"],
  [Infinity, "exponential"],
])

const PATHS = ["app", "components", "lib", "proxy.ts", "instrumentation-client.ts", "next.config.mjs"]
const LIST = "lib/launch/expressions/composed.txt"
/**
 * Server code that gets texts of any length. Only linear expressions are allowed here. The pure layers may have quadratic ones, because
 * their texts are truncated first.
 */
const SERVER = /^(?:app|lib\/(?:api|auth|db|embedding|files|jobs|notify|operations))\//
const SHOWN_CHARACTERS = 200
const Judged = z.object({ verdict: z.string(), isSafe: z.boolean() })

/** A regular expression of the project with its verdict, or with the reason why one composed at run time is safe. */
export interface SurveyedExpression {
  /** "FILE:LINE". */
  readonly place: string
  /** Null for an expression composed at run time. */
  readonly pattern: string | null
  readonly verdict: string
}

export interface Survey {
  readonly expressions: readonly SurveyedExpression[]
  /**
   * Expressions that a text can make slow, composed ones that are not listed, and list entries without an
   * expression.
   */
  readonly problems: readonly string[]
}

/** Checks every regular expression of the project. */
export async function surveyExpressions(root: string): Promise<Survey> {
  const cache = new Cache(root)
  const found = findExpressions(
    root,
    PATHS.filter((path) => existsSync(join(root, path))),
    cache,
  )
  const list = readComposedList(root)
  const built = await recordExpressions(
    root,
    found.filter(({ source, file }) => source === null && !file.startsWith("lib/launch/")),
  )
  const expressions: SurveyedExpression[] = []
  const problems: string[] = []
  const used = new Set<string>()

  const add = (place: string, one: BuiltExpression, isListed: boolean) => {
    const pattern = `/${one.source}/${one.flags}`
    const judged = cache.result(`${isListed} ${pattern}`, Judged, () => {
      const verdict = assessExpression(one.source, one.flags)
      return { verdict: describeVerdict(verdict), isSafe: isSafe(verdict, isListed ? Infinity : undefined) }
    })
    expressions.push({ place, pattern, verdict: judged.verdict })
    if (judged.isSafe && !(SERVER.test(place) && judged.verdict.startsWith("quadratic"))) return
    const shown = pattern.length > SHOWN_CHARACTERS ? `${pattern.slice(0, SHOWN_CHARACTERS)}…` : pattern
    problems.push(
      `${place}: ${judged.verdict}. Some inputs make this expression hang. Scan the text with code instead, or split the expression.\n  ${shown}`,
    )
  }

  for (const one of found) {
    const place = `${one.file}:${one.line}`
    if (one.source !== null) {
      add(place, { source: one.source, flags: one.flags }, false)
      continue
    }
    const results = built.get(place) ?? []
    const key = keyOf(one)
    used.add(key)
    const reason = list.get(key)
    for (const result of results) add(place, result, reason !== undefined)
    if (one.within.length === 0 && results.length > 0) continue
    if (reason === undefined)
      problems.push(
        `${place}: builds an expression at run time. Scan the text with code instead, or add "${key}" to ${LIST} with the reason why the expression is safe.`,
      )
    else if (results.length === 0) expressions.push({ place, pattern: null, verdict: reason })
  }
  for (const key of list.keys())
    if (!used.has(key)) problems.push(`${LIST}: "${key}" does not build an expression. Remove the line.`)
  cache.save()
  return { expressions, problems }
}

/** Returns the name of the composing function in the list. */
const keyOf = ({ file, within }: FoundExpression): string =>
  `${file} ${within.find((name) => name !== "(unnamed)") ?? "(module)"}`
