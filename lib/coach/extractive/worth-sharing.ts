import { findNoise } from "@/lib/memory/memory-files/session-noise-patterns"
import { isEmptyWord, weightOf } from "@/lib/memory/lexicon/software"
import type { Statement, Term } from "@/lib/memory/similarity/statement"

/** Lowest total weight of a statement's words. Texts with less weight are headings, labels or names. */
const FEWEST = 3.2

/**
 * True if a statement can be useful for others. False for headings, index links, placeholders, tables and
 * session noise.
 */
export function isWorthSharing({ text, terms }: Statement): boolean {
  if (LINK.test(text) || ROWS.test(text) || HEADING.test(text) || PLACEHOLDER.test(text) || STAMP.test(text))
    return false
  const weight = terms.reduce((sum, term) => sum + tellingWeight(term), 0)
  return weight >= FEWEST && findNoise(text) === null
}

function tellingWeight({ kind, stem, idea }: Term): number {
  if (kind === "number") return 0.3
  if (kind === "pair") return 0.5
  return isEmptyWord(stem) ? 0 : Math.max(0.3, weightOf(idea))
}

/**
 * True if a text can be quoted alone. False for a reason or example of the previous statement, and for the
 * introduction of a block.
 */
export const isSelfContained = (text: string): boolean =>
  !FRAGMENT.test(text) && !HEADING.test(textBeforeBlock(text))

/**
 * True for a finding of a review or a row of a table. Such records of what was checked are not useful for
 * others.
 */
export const isRecord = (text: string): boolean => REVIEWED.test(text) || ROW.test(text)

const REVIEWED =
  /^\W*(?:(?:critical|blocker|high|major|medium|moderate|minor|low|nit|info)(?:[ -]?[A-Z]?\d{1,3})?\W{0,3}:|(?:verified|pass(?:ed)?|deliverable|scope|files reviewed|verdict|findings?)\W{0,3}:)/i
/** Pattern for three cells of a table, separated as in a stored row. */
const ROW = /^[^|\n]{0,200} \| [^|\n]{1,300} \| /

/** True if a text has an English verb, or no Latin words. */
export const isSentence = (text: string): boolean => ASSERTS.test(text) || !/[a-z]{3}/i.test(text)

const ASSERTS =
  /\b(?:is|are|was|were|be|must|should|shall|never|always|not|do|does|don['’]t|use[sd]?|has|have|runs?|needs?|only|before|after|when|if|because|so|instead|can|cannot|will|keep|avoid|prefer|take[sn]?|goes?|lives?|carries|returns?|requires?|expects?|fails?|breaks?|comes?|means?|stays?|holds?|belongs?|writes?|reads?|makes?|gets?|sets?|adds?|defined|stored|kept|called|checked|moved|added|run)\b/i

/** Returns the text before a code block or table if it has at least 40 characters; else the whole text. */
export function textBeforeBlock(text: string): string {
  const at = text.search(/\n[^\S\n]*(?:```|~~~|\|)/)
  if (at < 0) return text
  const before = text.slice(0, at).trimEnd()
  return before.length >= 40 ? before : text
}

const FRAGMENT =
  /^\W*(?:why|how to (?:apply|fix)|related|rationale|reason|root cause|fix(?: pattern| verification)?|example|evidence|impact|result|outcome|see also|details?|because|this|that|it|these|those|also|however|but|e\.g\.?)\b/i

/** Pattern for links to other files: `[Title](file.md) — hook`, `See [Title](file.md)`, `**[[note]]**`. */
const LINK =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:see(?: also)?:?\s+)?(?:\[[^\]]*\]\([^)\s]*\)|\[\[[^\]]*\]\]|`[^`\s]+\.(?:md|mdc|json)`)(?:\*\*)?\s*(?:$|[-–—:(])/i
/** Pattern for a text that begins with a code block or a table, which is hard to understand alone. */
const ROWS = /^\s*(?:```|~~~|\|)/
const HEADING = /[:：]\s*(?:\*\*\s*)?$/
const PLACEHOLDER =
  /^\W*(?:\(?(?:none|nothing|empty|n\/a|tbd|to be (?:added|filled|populated|determined)|no \w+ (?:yet|recorded|so far))\b|<!--|<[a-z][\w -]*>\W*$|\{\{)/i
/** Pattern for metadata: date, author, status. */
const STAMP =
  /^\W*(?:last[ _-]?(?:updated?|modified|reviewed|checked|verified)|updated|created|date|status|author|version|source|owner)\b\W{0,4}(?::|=|on\b)/i
