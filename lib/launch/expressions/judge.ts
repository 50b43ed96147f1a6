import { automatonOf } from "./automaton"
import { degreeOf } from "./degree"

/** Maximum degree of the work: quadratic in the length of the text. */
const MOST_DEGREE = 2
/** Maximum number of steps per character from counted repetitions. */
const MOST_FACTOR = 1_000_000

/** Worst-case work of an expression. */
export interface Verdict {
  /** 0 constant, 1 linear, 2 quadratic, Infinity exponential; null for an expression that is too large to judge. */
  readonly degree: number | null
  /** Factor of counted repetitions. */
  readonly factor: number
}

const TOO_LARGE: Verdict = { degree: null, factor: Infinity }

/** Returns how much work an expression takes at worst. Throws if its source is invalid. */
export function judge(source: string, flags: string): Verdict {
  const cut = automatonOf(source, flags, "cut")
  const found = degreeOf(cut)
  if (found === null) return TOO_LARGE
  if (!cut.isCounted || found.degree === Infinity) return { degree: found.degree, factor: 1 }
  const open = degreeOf(automatonOf(source, flags, "open"))
  return open === null ? TOO_LARGE : { degree: found.degree, factor: open.factor }
}

/**
 * True if no text makes the expression hang: quadratic at most, and a bounded factor. `mostFactor` is Infinity for a listed function,
 * whose reason says why its counts do no harm; they must still not be exponents.
 */
export const isSafe = ({ degree, factor }: Verdict, mostFactor = MOST_FACTOR): boolean =>
  degree !== null && degree <= MOST_DEGREE && factor <= mostFactor && factor < Infinity

export function describeVerdict({ degree, factor }: Verdict): string {
  if (degree === null) return "too large to judge"
  const name = NAMES.get(degree) ?? `degree ${degree}`
  return factor > 1 && degree < Infinity ? `${name}, counts add a factor of ${factor}` : name
}

const NAMES = new Map([
  [0, "constant"],
  [1, "linear"],
  [2, "quadratic"],
  [Infinity, "exponential"],
])
