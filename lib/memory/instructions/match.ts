import { type Folded, foldText } from "../look-alikes-fold"
import { COMMANDS } from "./commands"
import { listComments } from "./comments"
import { spellingsOf } from "./disguises"
import { ASKING, CHANGING, HIDING } from "./hiding"
import type { InstructionKind } from "./kind"
import { OVERRIDING, ROLES } from "./overriding"
import { listPayloads } from "./payloads"
import { SENDING } from "./reaching-out"
import type { Rule } from "./rule"
import { isForbidden, isOrder, sentenceAround } from "./sentence"

/** Offsets of words in the text as it is written, `end` exclusive. */
export interface RuleMatch {
  readonly kind: InstructionKind
  readonly start: number
  readonly end: number
}

const RULES: readonly Rule[] = [
  ...OVERRIDING,
  ...ROLES,
  ...COMMANDS,
  ...SENDING,
  ...ASKING,
  ...HIDING,
  ...CHANGING,
]

/** What the rules find in a text, in its comments and in what is encoded in it; in order, each kind once where places overlap. */
export function listRuleMatches(text: string): RuleMatch[] {
  const found: RuleMatch[] = []
  const folded = lowerCase(foldText(text))
  for (const spelling of [folded, ...spellingsOf(folded)]) search(spelling, found)
  for (const comment of listComments(text)) {
    const holds = found.some((one) => comment.start <= one.start && one.end <= comment.end)
    if (holds || comment.orders)
      add({ kind: "hidden comment", start: comment.start, end: comment.end }, found)
  }
  for (const payload of listPayloads(text)) {
    const inside: RuleMatch[] = []
    search(lowerCase(foldText(payload.text)), inside)
    if (inside.length > 0) add({ kind: "encoded payload", start: payload.start, end: payload.end }, found)
  }
  for (const match of text.matchAll(DATA_URL))
    add({ kind: "encoded payload", start: match.index, end: match.index + match[0].length }, found)
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

const AT_MOST = 100

/** An address that carries a page or a program in itself. */
const DATA_URL =
  /\bdata:(?:text\/html|text\/javascript|application\/(?:javascript|x-javascript|x-sh|xhtml\+xml|octet-stream)|image\/svg\+xml|text\/x-\w{1,20})[;,][^\s"'`)]{16,200}/gi

function search({ text, at }: Folded, found: RuleMatch[]): void {
  for (const { kind, pattern, asOrder, evenForbidden, when } of RULES) {
    pattern.lastIndex = 0
    for (
      let match = pattern.exec(text), tries = 0;
      match !== null && tries < TRIES;
      match = pattern.exec(text), tries += 1
    ) {
      const start = match.index
      const end = start + match[0].length
      if (accepts()) {
        if (!add({ kind, start: at(start), end: at(end - 1) + 1 }, found)) return
      } else pattern.lastIndex = start + 1

      function accepts(): boolean {
        if (asOrder && !isOrder(text, start)) return false
        if (!evenForbidden && isForbidden(text, start, end)) return false
        return when === undefined || when(sentenceAround(text, start, end))
      }
    }
  }
}

/** No more of a text's words are looked at for one rule, however often they begin it. */
const TRIES = 500

/** False when there are enough. */
function add(match: RuleMatch, found: RuleMatch[]): boolean {
  if (found.length >= AT_MOST) return false
  if (!found.some((one) => one.kind === match.kind && one.start < match.end && match.start < one.end))
    found.push(match)
  return true
}

/** Letters whose small form is longer stay as they are, so that places hold. */
function lowerCase({ text, at }: Folded): Folded {
  const lower = text.toLowerCase()
  return {
    text:
      lower.length === text.length
        ? lower
        : Array.from(text, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join(
            "",
          ),
    at,
  }
}
