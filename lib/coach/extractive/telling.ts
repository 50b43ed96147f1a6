import { findNoise } from "@/lib/memory/similarity/noise"
import { isEmptyWord, weightOf } from "@/lib/memory/lexicon/software"
import type { Statement } from "@/lib/memory/similarity/statement"

/** Telling words that a statement has at least: fewer are a heading, a label or a name. */
const FEWEST = 3.2

/**
 * Whether a statement says something by itself that can be told to others: not a heading, not a link of an index, not a placeholder of a
 * template, not what only this code's layout makes of it, not the noise of a session.
 */
export function isTelling({ text, terms }: Statement): boolean {
  if (LINK.test(text) || ROWS.test(text) || HEADING.test(text) || PLACEHOLDER.test(text) || STAMP.test(text))
    return false
  let weight = 0
  for (const term of terms)
    weight +=
      term.kind === "number"
        ? 0.3
        : term.kind === "pair"
          ? 0.5
          : isEmptyWord(term.stem)
            ? 0
            : Math.max(0.3, weightOf(term.idea))
  return weight >= FEWEST && findNoise(text) === null
}

/** Whether it can be quoted without what stands around it: no reason or example that belongs to the statement before, nothing that ends in a block. */
export const standsAlone = (text: string): boolean => !FRAGMENT.test(text) && !HEADING.test(beforeBlock(text))

/** Whether it tells something rather than names it, as far as English words show; scripts without spaces show nothing. */
export const isSentence = (text: string): boolean => ASSERTS.test(text) || !/[a-z]{3}/i.test(text)

const ASSERTS =
  /\b(?:is|are|was|were|be|must|should|shall|never|always|not|do|does|don['’]t|use[sd]?|has|have|runs?|needs?|only|before|after|when|if|because|so|instead|can|cannot|will|keep|avoid|prefer|take[sn]?|goes?|lives?|carries|returns?|requires?|expects?|fails?|breaks?|comes?|means?|stays?|holds?|belongs?|writes?|reads?|makes?|gets?|sets?|adds?|defined|stored|kept|called|checked|moved|added|run)\b/i

/** What stands before a fence or a table, where that says enough by itself. */
export function beforeBlock(text: string): string {
  const at = text.search(/\n[^\S\n]*(?:```|~~~|\|)/)
  if (at < 0) return text
  const before = text.slice(0, at).trimEnd()
  return before.length >= 40 ? before : text
}

const FRAGMENT =
  /^\W*(?:why|how to (?:apply|fix)|related|rationale|reason|root cause|fix(?: pattern| verification)?|example|evidence|impact|result|outcome|see also|details?|because|this|that|it|these|those|also|however|but|e\.g\.?)\b/i

/** `[Title](file.md) — hook`, `See [Title](file.md)`, `**[[note]]**`. */
const LINK =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:see(?: also)?:?\s+)?(?:\[[^\]]*\]\([^)\s]*\)|\[\[[^\]]*\]\]|`[^`\s]+\.(?:md|mdc|json)`)(?:\*\*)?\s*(?:$|[-–—:(])/i
/** A fence or a table: figures and code that say little without what stands around them. */
const ROWS = /^\s*(?:```|~~~|\|)/
const HEADING = /[:：]\s*(?:\*\*\s*)?$/
const PLACEHOLDER =
  /^\W*(?:\(?(?:none|nothing|empty|n\/a|tbd|to be (?:added|filled|populated|determined)|no \w+ (?:yet|recorded|so far))\b|<!--|<[a-z][\w -]*>\W*$|\{\{)/i
/** When something was changed, by whom, how it stands. */
const STAMP =
  /^\W*(?:last[ _-]?(?:updated?|modified|reviewed|checked|verified)|updated|created|date|status|author|version|source|owner)\b\W{0,4}(?::|=|on\b)/i
