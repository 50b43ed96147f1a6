import type { Word } from "../similarity/statement-words"
import { sentenceEnd } from "@/lib/memory/similarity/negation"
import { sentenceStart, ideasIn } from "@/lib/memory/comparison/stated-order"

/** A cause and its effect as a statement names them, each as a set of ideas. */
export interface StatedCause {
  readonly effect: ReadonlySet<string>
  readonly cause: ReadonlySet<string>
}

/** Phrases between an effect and its cause, in this order: "X because of Y". */
const COMES_FROM =
  /^(?:because|due to|caused by|owing to|stem(?:s|med)? from|comes? from|came from|results? from|resulted from|explained by|trace[sd]? (?:back )?to|down to|attributed to|blamed on|result of|thanks to|reason|culprit|cause is|cause was|on account of|weil|wegen|porque|debido a|parce que|à cause de)(?= |$)/
/** Phrases between a cause and its effect, in this order: "Y caused X". */
const LEADS_TO =
  /^(?:caused|causes|causing|led to|leads to|is behind|was behind|is what makes|was what made|made|makes|triggered|triggers|explains|explained)(?= |$)/
/** Maximum number of words in a causal phrase. */
const MARK_WORDS = 3
const LONGEST = 80

/** Reads `X because of Y`, `because Y, X` and `Y caused X`. Returns null if the statement gives no cause. */
export function statedCauseOf(words: readonly Word[]): StatedCause | null {
  const shown = words.slice(0, LONGEST).map((word) => word.shown)
  for (let at = 0; at < shown.length; at += 1) {
    if (words[at]?.kind !== "word" || words[at]?.within) continue
    const ahead = shown.slice(at, at + MARK_WORDS).join(" ")
    const found = causeAround(words, at, ahead)
    if (found !== null && found.effect.size > 0 && found.cause.size > 0) return found
  }
  return null
}

/**
 * Returns the cause and effect on both sides of a causal phrase. Returns null if `ahead`, the words from `at` on, does not begin with one.
 */
function causeAround(words: readonly Word[], at: number, ahead: string): StatedCause | null {
  const from = COMES_FROM.exec(ahead)?.[0]
  if (from !== undefined) {
    const behind = at + from.split(" ").length
    const front = ideasIn(words, 0, at)
    if (front.size > 0) return { effect: front, cause: ideasIn(words, behind, sentenceEnd(words, behind)) }
    const comma = clauseEnd(words, behind)
    return { effect: ideasIn(words, comma, words.length), cause: ideasIn(words, behind, comma) }
  }
  const to = LEADS_TO.exec(ahead)?.[0]
  if (to === undefined || at === 0) return null
  return {
    effect: ideasIn(words, at + to.split(" ").length, sentenceEnd(words, at + 1)),
    cause: ideasIn(words, sentenceStart(words, at), at),
  }
}

/** Returns the shares of an effect and of its cause that the other statement contains, 0–1. */
export function sharesOfCause({ effect, cause }: StatedCause, ideas: ReadonlySet<string>): [number, number] {
  const share = (of: ReadonlySet<string>) => [...of].filter((idea) => ideas.has(idea)).length / of.size
  return [share(effect), share(cause)]
}

function clauseEnd(words: readonly Word[], from: number): number {
  let end = from + 1
  while (end < words.length && words[end]?.after === "") end += 1
  return Math.min(end, words.length)
}
