import { areCounterparts } from "../lexicon/alternatives"
import { oppositeness } from "../comparison/opposites"
import type { Reason, Evidence } from "../comparison/relation-reasons"
import { nearness } from "../comparison/word-vectors"
import type { Claim } from "../similarity/contradictable-statement"
import type { Match } from "../similarity/matching"
import { readWords } from "../similarity/statement-words"
import { ownValue } from "../text/own-value"
import {
  canContradict,
  type FeatureValue,
  type RelationVerdict,
  combineModels,
} from "../comparison/classify-relation"

/** An entry and the heading above it. */
type Side = Claim & { readonly section: string | null }

/**
 * Minimum number of meaningful words in an entry that names its own subject. An entry with fewer words
 * depends on its heading. Parts of names do not count.
 */
const FEW_TERMS = 4

export const isFragment = ({ read }: Claim): boolean =>
  read.terms.filter(({ within, code }) => !within || code).length < FEW_TERMS

/** Least similarity of two words with about the same meaning. */
const SAME_MEANING = 0.5

/**
 * True if each side has exactly one unmatched word, and the two words differ in meaning: `shows a success
 * notice`, `shows an error notice`.
 */
export function namesAnother({ leftOnly, rightOnly }: Match): boolean {
  const [one, ...more] = leftOnly
  const [other, ...others] = rightOnly
  return (
    one !== undefined &&
    other !== undefined &&
    more.length + others.length === 0 &&
    nearness(one, other) < SAME_MEANING
  )
}

/**
 * True if two entries are about different cases, so that both may stay: only one is below a heading for
 * faults, or the denial holds in one case only.
 */
export const areOfTwoCases = (left: Side, right: Side, { evidence }: Reason): boolean =>
  isOfFaults(left) !== isOfFaults(right) ||
  (evidence === "denial" && (isOfOneCase(left) !== isOfOneCase(right) || areOfOneStep(left, right)))

/** True if both entries give a result of one step: `the branch fires → skipped`, `the branch fires → nothing to do`. */
function areOfOneStep(left: Side, right: Side): boolean {
  const [step, ...results] = left.bare.split(ARROW)
  const [other, ...others] = right.bare.split(ARROW)
  return results.length > 0 && others.length > 0 && step?.trim() === other?.trim()
}
const ARROW = /→|->|=>/

/** True if two headings name opposites: `Inbound connection`, `Outbound connection`. The entries below them look alike by design. */
export function haveOppositeHeadings(left: Side, right: Side): boolean {
  const [one, other] = [readWords(left.section ?? ""), readWords(right.section ?? "")]
  return one.some((word) =>
    other.some(
      (its) =>
        (oppositeness(word, its) > 0 || areCounterparts(word.idea, its.idea)) &&
        !other.some(({ idea }) => idea === word.idea) &&
        !one.some(({ idea }) => idea === its.idea),
    ),
  )
}

const isOfFaults = ({ section }: Side): boolean =>
  section !== null &&
  /\b(?:issues?|problems?|bugs?|limitations?|gaps?|deviations?|violations?)\b/i.test(section)

const isOfOneCase = ({ bare }: Side): boolean => /^(?:if|when|where|unless|during|while|for)\b/i.test(bare)

/** Matches a placeholder for unknown content, such as `none yet`. */
const PLACEHOLDER =
  /^\W*(?:(?:no|none|nothing|not)\b.{0,60}\b(?:yet|so far|recorded|available|found)\b|(?:none|n\/a|tbd|todo|tba|empty|unknown|pending|null|undefined|placeholder)\b|[[<{(][^\]>})]*[\]>})]$)/i
/** Matches a count, date or identifier of the record itself: `upd:2026-11-05,refs:1`, `Last updated: …`. */
const RECORD =
  /^\W*(?:upd(?:ated)?|refs?|rev(?:ision)?|version|created|modified|last[ _-](?:updated|reviewed|modified|verified|checked|run|seen)|date|status|id|uuid|hash|commit|source|sources|file|files|path|location|see|see also|ref|link|url|author|tags?|type|lines of code|loc|weight|exports|functions|classes|located at|domain|layer|priority|confidence|score|count|total|lines?|size|duration|estimate|effort|impact|severity|progress|phase|step|task|session|round|iteration)\b[^\p{L}]{0,3}[:=]/iu
/** Matches a count at one moment: `32 tests pass`, `12 files, 340 lines`. */
const COUNTER =
  /\b\d[\d,.]*\+? (?:of \d+ )?(?:tests?|files?|lines?|entries|entities|components?|issues?|errors?|warnings?|commits?|tasks?|items?|modules?|pages?|endpoints?|methods?|classes|functions?|chars?|tokens?|passed|passing|failed|failing|skipped|total|complete)\b|\b\d{1,3} ?% (?:complete|done|coverage|covered|passing|redundan)|\bcoverage\b.{0,20}\d/i
/** Matches a date. With a word of `LOGGED`, the text describes events of that day. */
const DAY = /\b20\d\d-[01]\d-[0-3]\d\b/
const LOGGED =
  /\b(?:added|fixed|completed|implemented|merged|created|updated|removed|deployed|refactored|verified|resolved|shipped|released|reviewed|migrated|started|finished|discovered|identified|condensed|observed|measured|analy[sz]ed|ran|tested|session)\b/i
/** Matches a single measurement: `the sync took 40 minutes`. */
const MEASURED = /\b(?:took|lasted|peaked at)\b[^.]{0,20}\d/i
/** Matches citations of works and of statutes. */
const CITED = /\bet al\b|\bdoi\b|\barXiv\b|§\s?\d|\bArt(?:icle|\.)\s?\d|\b(?:ISBN|ISSN)\b|\(\d{4}\)[.,]/i
/** Matches code, links and addresses, which only point somewhere. */
const POINTER = /`[^`]+`|\[[^\]]*\]\([^)]*\)|https?:\S+/g

/** True if a statement only points to something and says nothing about it. */
const isPointer = (bare: string): boolean => !/\p{L}/u.test(bare.replaceAll(POINTER, " "))

/**
 * True if a statement describes a fact or a rule that holds until a person or an agent changes it. False for daily records, counts,
 * placeholders, citations, labels and pointers. The queue compares only durable statements.
 */
export function isDurable({ bare, read, data, event }: Claim): boolean {
  if (data || event) return false
  if (read.words.length < 3 && !read.terms.some(({ kind }) => kind === "pair")) return false
  if (PLACEHOLDER.test(bare) || RECORD.test(bare) || isPointer(bare) || CITED.test(bare)) return false
  if (MEASURED.test(bare)) return false
  return !isLogged(bare)
}

const isLogged = (bare: string): boolean => DAY.test(bare) && LOGGED.test(bare)

/** True if a statement is mostly words rather than code names, numbers and paths. */
export function isInWords({ read, bare, label }: Claim): boolean {
  const telling = read.terms.filter(
    ({ within, code, kind }) => kind === "pair" || (kind === "word" && !within && !code),
  )
  if (telling.length < 1 || telling.length * 2.5 < read.terms.length) return false
  return label === 0 || (bare.match(/,/g) ?? []).length < 3
}

/** True if a statement counts something at one moment, so that a different count does not contradict it. */
export const isCount = ({ bare }: Claim): boolean => COUNTER.test(bare)

/** Headings above past events, open tasks or lookup lists. */
const RECORDS =
  /\b(?:next steps?|to-?dos?|completed|done|progress|change ?log|history|files? (?:changed|modified|created)|(?:key|source|related|reference) files|sessions?|logs?|recent(?:ly)?|backlog|open questions?|references?|sources?|links|see also|examples?|results?|metrics|benchmarks?|(?<!accumulated )findings?|audit|review (?:rounds?|log)|timeline|episodes?|milestones?|roadmap|phases?|sprint|tasks?|summary of changes|test coverage|what was done|status|bug ?fix(?:es)?|fixed|known gaps?|gap analysis|próximos passos|concluíd[oa]s?|histórico|nächste schritte)\b/iu
/** Matches paths of files about one day or one piece of work, and of backup copies. */
const RECORD_FILE =
  /(?:^|\/)(?:backups?|te?mp|archives?|archived|old|sessions?|episodes?|logs?|daily|handoffs?|journal|tasks?|history|plans?|runs?|reports?|explorations?|checkpoints?)\/|20\d\d[-_]?[01]\d[-_]?[0-3]\d|(?:^|[/_-])(?:session|progress|change-?log|handoff|todo|roadmap|exploration|audit|active-?context|decision-?log)s?(?:[_-][^/]*)?\.\w+$|\.bak\b| - copy\b/i

/** True if the heading or the file of an entry marks it as a record of past events or a lookup list rather than lasting memory. */
export const isInRecord = (section: string | null, path: string | null): boolean =>
  (section !== null && RECORDS.test(section)) || (path !== null && RECORD_FILE.test(path))

/** True if a statement is a checkbox item. A checkbox item names work to do rather than a fact. */
export const isTask = (text: string): boolean => /^[\s*+-]{0,10}\[[ xX]\]\s/.test(text)

/** Least share of words in common, 0–1, for a contradiction whose evidence can be named. */
const ALIKE = 0.5
/** Least share of words in common for short statements if the models are sure, 0–1. */
const ALIKE_SURE = 0.4
const SURE = 0.9
const SHORT_WORDS = 16
const SURE_OF_FEW = 0.85
const FEW_WORDS = 8
/** Least share of words in common if the difference cannot be named, 0–1. */
const ALIKE_UNNAMED = 0.6
/** Minimum share for two causes of one event, 0–1. Such statements share little but the event. */
const ALIKE_CAUSES = 0.25
/** Minimum share of both statements without the words that differ, 0–1. */
const REST_ALIKE = 0.5
/** Maximum number of words of statements with different names. Longer statements name many things. */
const NAMING_WORDS = 22

/** True if the point on which two statements conflict can be named and the rest of both agrees. */
function isEvident(judged: RelationVerdict, probability: number): boolean {
  const {
    against: { evidence },
    features,
  } = judged
  const of = (name: string) => features.get(name) ?? 0
  const isAlike = of("soft score") >= (isSureOfShort(of, probability) ? ALIKE_SURE : ALIKE)
  if ((of("told gone") > 0 && of("soft score") >= ALIKE_SURE) || hasTwoCauses(of)) return true
  // A question asserts nothing about its subject, so it cannot contradict.
  if (!canContradict(judged) || of("question one") > 0) return false
  const isEnough = evidence && ownValue(ENOUGH, evidence)
  return isEnough ? isEnough(of, isAlike) : probability >= SURE && of("soft score") >= ALIKE_UNNAMED
}

/** Decides, for each kind of evidence, if the evidence is enough. `isAlike`: the statements share enough words. */
const ENOUGH: Readonly<Partial<Record<Evidence, (of: FeatureValue, isAlike: boolean) => boolean>>> = {
  denial: (of, isAlike) =>
    of("unspaced denials differ") > 0 ||
    (isAlike && of("denied share") >= 0.2 && of("denies differ") + of("denials differ") > 0),
  opposite: (of) => of("opposite rest") >= REST_ALIKE,
  number: (of) => of("number rest") >= REST_ALIKE && of("condition one") === 0,
  order: (of, isAlike) => of("turned round") > 0 || (isAlike && of("order same") < of("order swapped")),
  name: (of, isAlike) => isAlike && of("words most") <= NAMING_WORDS,
  choice: (of, isAlike) => of("alternative alone") > 0 || of("slot of one value") > 0 || isAlike,
}

/** True if the models are sure about two short statements. */
function isSureOfShort(of: FeatureValue, probability: number): boolean {
  const words = of("words most")
  return words <= SHORT_WORDS && probability >= (words <= FEW_WORDS ? SURE_OF_FEW : SURE)
}

const hasTwoCauses = (of: FeatureValue): boolean => of("cause both") > 0 && of("soft score") >= ALIKE_CAUSES

/**
 * Minimum probability for a contradiction to be raised without a request. Strong evidence lowers the limit to
 * `RAISED_STRONG`.
 */
const RAISED = 0.82
const RAISED_STRONG = { denial: 0.65, other: 0.55 }
/**
 * Minimum share of contradiction in the combined verdict, 0–1, for a pair to be raised. `AGAINST_UNNAMED`
 * applies if the difference cannot be named.
 */
const AGAINST = 0.6
const AGAINST_UNNAMED = 0.75

/**
 * True if a contradiction is sure enough to be raised without a request. `elsewhere`: the headings name two
 * different subjects.
 */
export function isRaised(judged: RelationVerdict, elsewhere: boolean): boolean {
  const { probability, against } = combineModels(judged)
  const isUnnamed = (judged.against.evidence ?? null) === null && !isStrong(judged)
  if (against < (isUnnamed ? AGAINST_UNNAMED : AGAINST) || !isEvident(judged, probability)) return false
  if (elsewhere || !isStrong(judged)) return probability >= RAISED
  return probability >= (judged.against.evidence === "denial" ? RAISED_STRONG.denial : RAISED_STRONG.other)
}

/**
 * True for strong evidence: one measure given twice, most of a statement denied, another choice, another
 * owner, or two causes of one event.
 */
export function isStrong({ features, against: { evidence } }: RelationVerdict): boolean {
  const of = (name: string) => features.get(name) ?? 0
  if (evidence === "number") return of("number rest") >= 0.75
  if (evidence === "denial")
    return of("denied share") >= 0.5 && of("soft score") >= 0.58 && of("both say") > 0
  if (evidence === "choice") return of("slot of one value") > 0 || of("soft score") >= 0.6
  return hasTwoCauses(of) || (of("owner both") > 0 && of("soft score") >= 0.6)
}
