import { isEmptyWord, weightOf } from "../lexicon/software"
import { readStatement, type Statement, type Term } from "./statement"
import { bareStatement, readWords, type Word } from "./statement-words"
import places from "../lexicon/words/places.json" with { type: "json" }
import stateVerbs from "../lexicon/words/state-verbs.json" with { type: "json" }

/** A replacement that a statement describes: `moved from X to Y`, `X was replaced by Y`, `Y instead of X`. */
interface StatedChange {
  readonly gone: readonly Word[] | null
  readonly goneAs: string | null
  readonly come: readonly Word[] | null
  readonly comeAs: string | null
}

const THING =
  "(?!(?:by|with|to|for|in|the|from) )(?:`[^`]+`|[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*(?: (?!to\\b|by\\b|with\\b|in\\b|for\\b|and\\b|was\\b|is\\b|has\\b|on\\b|from\\b|as\\b|of\\b|the\\b|now\\b|since\\b|because\\b|instead\\b|at\\b|after\\b|before\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*){0,2})"
const LEFT =
  "replaced|dropped|removed|retired|superseded|gone|deprecated|abandoned|phased out|discontinued|decommissioned|sunset|shut down"
const GOES = "moved|migrated|switched|changed|ported|went|converted|transitioned"
const CHANGES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${GOES})\\b[^.;\\n]{0,60}?\\bfrom (?:the )?(?<gone>${THING}) to (?:the )?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `(?:replaced|replacing|replaces|superseded|retired|dropped|abandoned|deprecated) (?:the |our )?(?<gone>${THING}) (?:by|with|in favou?r of|for) (?:the )?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `(?:^|[.;:,–—-] |\\b[Tt]he )(?<gone>${THING}) (?:(?:was|has been|have been|were|got) (?:now )?(?:${LEFT})|(?:is|are) (?:now )?(?:gone|retired|deprecated|discontinued|decommissioned|abandoned))\\b(?: (?:by|with|in favou?r of) (?:the )?(?<come>${THING}))?`,
    "iu",
  ),
  new RegExp(`(?<gone>${THING}) (?:replaced|superseded) by (?:the )?(?<come>${THING})`, "iu"),
  new RegExp(
    `(?:${GOES}|replaced|switch|migration)\\b[^.;\\n\`]{0,40}?(?<gone>${THING}) ?(?:->|→|=>) ?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `\\b(?:since|now|as of|from now on)\\b.{0,80}?\\b(?:instead of|rather than|, not|and not) (?<gone>${THING})`,
    "iu",
  ),
  new RegExp(`\\b(?:${GOES}) to (?<come>${THING})`, "iu"),
  new RegExp(
    `\\b(?:was|were|has been|have been|got) (?:rewritten|rebuilt|reimplemented) (?:in|on|with) (?<come>${THING})`,
    "iu",
  ),
]

/** Words of which every stated change contains at least one. Texts without them are skipped. */
const ANY = new RegExp(
  `\\b(?:${GOES}|${LEFT}|replac\\w+|switch|migration|instead|rather|rewritten|rebuilt|reimplemented|since|now|as of)\\b`,
  "i",
)

function changeOf(bare: string): StatedChange | null {
  if (!ANY.test(bare)) return null
  for (const pattern of CHANGES) {
    const { gone, come } = pattern.exec(bare)?.groups ?? {}
    if (gone !== undefined || come !== undefined)
      return {
        gone: gone === undefined ? null : telling(gone),
        goneAs: gone ?? null,
        come: come === undefined ? null : telling(come),
        comeAs: come ?? null,
      }
  }
  return null
}

const telling = (text: string): Word[] =>
  readWords(text).filter(({ stem, kind }) => kind !== "word" || !isEmptyWord(stem))

/** A statement with the properties that decide if another statement can contradict it. */
export interface Claim {
  readonly read: Statement
  /** The statement without bullets, dates and emphasis. */
  readonly bare: string
  /** Number of words before the colon of `label: value`. 0 without a label. */
  readonly label: number
  /** True if the statement describes an event or a finding rather than a lasting state. A later event does not make it wrong. */
  readonly event: boolean
  /** True for code, a table, a heading or a row of figures, which make no claim in words. */
  readonly data: boolean
  /** Words that introduce a condition: `when`, `except`, `unless`. */
  readonly conditions: readonly string[]
  /** The replacement that the statement describes. Null if there is none. */
  readonly change: StatedChange | null
}

export function readClaim(text: string): Claim {
  const read = readStatement(text)
  const bare = bareStatement(text)
  const label = labelOf(bare, read)
  return {
    read,
    bare,
    label,
    event: isEvent(bare, read, label),
    data: isData(text, bare, read),
    conditions: read.words.filter(isCondition).map(({ shown }) => shown),
    change: changeOf(bare),
  }
}

/**
 * Returns the number of words of the label in `Staging port: 5432`, `Owner = Ana` or `Timeout - 5 s`. 0
 * without a label.
 */
function labelOf(bare: string, { words }: Statement): number {
  const [, label] =
    /^([^:=\n]{2,70}?)\s*(?::\s|:$|:(?=\d)|=|\s[–—-]\s)/.exec(bare.replaceAll(/[`*_"]/g, "")) ?? []
  if (label === undefined) return 0
  const count = readWords(label).length
  return count < words.length ? count : 0
}

const HAPPENED =
  /^(?:fixed|added|merged|reviewed|deployed|ran|wrote|completed|implemented|released|updated|created|refactored|verified|tested|resolved|reported|found|shipped|bumped|passed|failed|closed|opened|started|finished|committed|pushed|applied|confirmed|checked|addressed|extended|introduced|improved|converted|extracted|adopted|discovered|identified|noticed|observed|measured|benchmarked|validated|audited|cleaned|rewrote|patched|installed|enabled|corrected|exported|imported|generated)$/
/**
 * Verbs that follow a subject. In `Failed uploads are retried`, the subject is uploads that fail, and no past
 * failure is reported.
 */
const FINITE = /^(?:is|are|was|were|must|may|should|can|will|have|has|need|needs|go|goes|get|gets)$/
const OCCASION =
  /^(?:session|run|round|review|build|iteration|attempt|sprint|incident|benchmark|test|phase|step|task|pr|issue|commit|day|week|q[1-4]|wave|cycle|slice|finding|block|critical|high|medium|low|warning|info|severity|batch|epoch|tag|case|example|gate|pass|fail|passed|failed|status|result|results|outcome|verdict|rating|score)s?$/
const OVER =
  /(?:✅|❌|✓|✗|☑|\b(?:FIXED|DONE|RESOLVED|CONFIRMED|CORRECT|COMPLETED?|MERGED|CLOSED|PASS(?:ED)?|FAIL(?:ED)?|VERIFIED|TODO|WIP|PENDING|BLOCKED)\b)/

function isEvent(bare: string, { words }: Statement, label: number): boolean {
  if (words.length === 0) return false
  return OVER.test(bare) || saysHappened(words, label) || isOfOccasion(words, label) || namesOccasion(bare)
}

/**
 * True if a statement begins with a past event, or has one behind its label: `Fixed the build`, `Result:
 * fixed`.
 */
function saysHappened(words: readonly Word[], label: number): boolean {
  const begins = HAPPENED.test(words[0]?.shown ?? "")
  if (begins && !words.slice(1, 5).some(({ shown }) => FINITE.test(shown))) return true
  return label > 0 && HAPPENED.test(words[label]?.shown ?? "")
}

/** True if a statement begins with an occasion: `Session 12`, `Verdict: good`. */
function isOfOccasion([first, second]: readonly Word[], label: number): boolean {
  if (first === undefined || second === undefined || !OCCASION.test(first.shown)) return false
  return second.kind === "number" || (label === 1 && first.shown !== "build" && !second.code)
}

/** True if a statement names a ticket, a numbered session or run, or a commit. */
function namesOccasion(bare: string): boolean {
  return (
    /^[A-Z]{1,6}-?\d+\b|^#\d+/.test(bare) ||
    /\b(?:session|round|run|sprint|iteration|attempt|commit|pr|issue) #?\d+/i.test(bare) ||
    /\b[0-9a-f]{7,40}\b(?<=[a-f]\w*)(?<=\d\w*)/.test(bare)
  )
}

/** Pattern for a text that is only a link to another heading. */
const POINTER = /^\s*(?:[-*+]\s+)?\[[^\]]*\]\(#[^)]*\)\s*$/

/** Maximum number of words of a single claim. Longer texts claim several things. */
const SAID_AT_ONCE = 45

function isData(text: string, bare: string, { words, terms }: Statement): boolean {
  if (
    /```|^[ \t]*\||\|[ \t]*$/m.test(text) ||
    /(?::|\.\.\.|…)\s*$/.test(bare) ||
    words.length > SAID_AT_ONCE ||
    POINTER.test(text) ||
    (bare.match(/[=*+^]/g) ?? []).length > 2
  )
    return true
  const numbers = words.filter(({ kind }) => kind === "number").length
  return numbers > 3 && numbers * 2 >= terms.length
}

const CONDITION =
  /^(?:if|when|whenever|unless|except|while|until|once|only|during|otherwise|but|besides|sometimes|usually|often|temporarily|wenn|falls|sofern|ausser|sauf|si|solange)$/
const isCondition = ({ shown, within, kind }: Word): boolean =>
  kind === "word" && !within && CONDITION.test(shown)

/** Words for the place where a statement applies. A statement about staging does not apply to production. */
const PLACES = new Set(places.terms)
export const isPlace = ({ shown, idea }: Word): boolean => PLACES.has(shown) || PLACES.has(idea)
export const isPlaceName = (word: string): boolean => PLACES.has(word)

/** Words for a general state: `runs on`, `listens on`, `is set to`. */
const STATE = new Set(stateVerbs.terms.flatMap((word) => [word, weightKey(word)]))
function weightKey(word: string): string {
  return word.replace(/(?:e|ing|s)$/, "")
}

/** Returns the weight of a word that only one of two statements contains. 0 if the word changes nothing. */
export function leftWeight(term: Term): number {
  if (isPlace(term)) return 1
  if (STATE.has(term.shown) || STATE.has(term.stem) || term.idea === "plac" || term.idea === "sav") return 0
  if (term.kind === "number" || term.named) return 1
  if (term.kind === "pair") return 0.5
  if (isEmptyWord(term.stem)) return 0
  return weightOf(term.idea) <= 0.3 ? 0 : weightOf(term.idea)
}

/** Returns a group of words as the statement writes it: `shop_stage`, not `shop stage`. */
export function originalSpelling({ bare }: Claim, words: readonly Word[]): string {
  const parts = words.map(({ shown }) =>
    shown.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+"),
  )
  return (
    new RegExp(`[@#~./-]{0,3}${parts.join("[^\\p{L}\\p{N}]{0,4}")}`, "iu").exec(bare)?.[0].trim() ??
    words.map(({ shown }) => shown).join(" ")
  )
}
