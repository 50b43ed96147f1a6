import { findNoise } from "../memory-files/session-noise-patterns"
import {
  parseInstructions,
  findRestatedInParsed,
  type ParsedInstructions,
} from "../comparison/restated-instructions"
import { findSecrets } from "../secrets/secrets"
import { allowedAge, isStale } from "../memory-files/entry-dates"
import type { LeftOutPlace, SeedInput, SeedEntry } from "./seed-entry"

/** Phrases for a time that has passed by the next session. */
const MOMENT =
  /\b(?:right now|at the moment|just now|for now|today|tonight|this (?:morning|afternoon|evening|week|session)|yesterday(?!['’]s)|tomorrow|(?:before|after) lunch|for (?:the day|today)|in a (?:minute|moment|while)|so far|no (?:results?|answer|reply|output) yet|not (?:done|finished|ready) yet|back (?:soon|later|in)|later today|try(?:ing)? again|next session|last session|part \d+ of \d+|rc\d+|(?:at|since|until)? ?[012]?\d:[0-5]\d)\b/i
/** A text that begins with a current or just finished activity. */
const DOING =
  /^(?:\d{4}-\d{2}-\d{2}[T\d:.Z]{0,20}\s{0,2}[·:,–-]?\s{0,2})?(?:[012]?\d:[0-5]\d(?:\s?[ap]m)?\s{0,2}[·:,–-]?\s{0,2})?(?:(?:i|we)(?:['’]m|['’]re| am| are| was| were)? )?(?:(?:still|now|just|currently) )?(?:waiting|working|continu\w+|half-?way|in the middle|stopped|start(?:ed|ing)|began|beginning|resum\w+|paus\w+|re-?start(?:ed|ing)|re-?r[au]n(?:ning)?|ran|running|finish(?:ed|ing)|check(?:ed|ing)|look(?:ed|ing) (?:at|into)|trying|tried|cutting|writing|wrote|re-?building|built|reading|investigating|debugging|compact(?:ed|ing)|lunch|coffee|break|nothing|session|context|todo|wip|next up|handed (?:in|over|off)|handing (?:over|off)|upgrad(?:ed|ing)|deploy(?:ed|ing)|migrating|rotating|apply(?:ing)?|export(?:ed|ing)|picked up|paused|logged (?:in|off)|signed off)\b/i
/** Headings for notes of one session. */
const MOMENT_HEADING =
  /^(?:today|now|right now|status|current (?:status|task|state|work)|in progress|work in progress|wip|doing|scratch(?:pad)?|(?:session |daily |work )?log(?:[ :–-]+[\d./-]+)?|\d{4}-\d{2}-\d{2}|session (?:log|notes|state)|sessions|todo|to do|next(?: steps| up)?|inbox)$/i
/** Words of rules, causes and conditions, which stay valid after the session. */
const LASTS =
  /\b(?:always|never|must|should|because|since (?!\d)|otherwise|whenever|instead|rather than|every|each|only|unless|do not|don['’]t|cannot|needs? to|has to|have to|if |when |means|prefer|avoid|use )\b/i

const SHORT = 14
const VERY_SHORT = 7

/**
 * True if an entry is a note of one session: it names a time and an activity, or one of both briefly. Entries
 * that state a rule or a cause do not count. Less strict than the check of proposals, because a
 * person can include the entry again.
 */
function isOfTheMoment(text: string, section: string | null): boolean {
  const words = text.trim().split(/\s+/).length
  if (LASTS.test(text) || words > 2 * SHORT) return false
  const hasTime = MOMENT.test(text)
  const isActivity = DOING.test(text.trim())
  if (words > SHORT) return hasTime && isActivity
  if (/^nothing (?:new|else|to)\b/i.test(text)) return true
  if (section !== null && MOMENT_HEADING.test(section.trim())) return hasTime || isActivity
  return isActivity && (hasTime || isBriefActivity(text, words))
}

const isBriefActivity = (text: string, words: number): boolean =>
  !/[:;]/.test(text) && (words <= VERY_SHORT || ENDED.test(text))

const ENDED = /\b(?:early|ended|stopped|done|handed in|interrupted|cut off|no result)\b/i

/** Reason to leave out an entry regardless of its topic. */
export interface SeedRefusal {
  readonly place: LeftOutPlace
  readonly reason: string
  readonly confidence: number
}

export interface RefusalContext {
  readonly asked: SeedInput
  readonly instructions: readonly ParsedInstructions[]
}

export const readRefusalContext = (asked: SeedInput): RefusalContext => ({
  asked,
  instructions: (asked.instructions ?? []).map(parseInstructions),
})

/**
 * Rules in order. The first rule that applies leaves the entry out. Duplicates are found later, in
 * `duplicates.ts`.
 */
const RULES: readonly ((entry: SeedEntry, refusing: RefusalContext) => SeedRefusal | null)[] = [
  ({ text }) => {
    const [secret] = findSecrets(text)
    return secret === undefined
      ? null
      : refusal(
          { kind: "left-out", why: "guard" },
          `it may contain a secret (${secret.kind}), so it was not copied`,
          1,
        )
  },
  (entry) =>
    entry.state === "retired"
      ? refusal(
          { kind: "left-out", why: "retired" },
          entry.retiredBecause === null ? "it was retired" : `it was retired: ${entry.retiredBecause}`,
          1,
        )
      : null,
  ({ text }) => {
    const noise = text.trim() === "" ? { message: "The entry is empty." } : findNoise(text)
    return noise === null ? null : refusal({ kind: "left-out", why: "noise" }, noise.message, 0.9)
  },
  ({ text }) =>
    OF_THE_FILE.test(text.trim())
      ? refusal({ kind: "left-out", why: "noise" }, "Describes the file itself, not the work.", 0.85)
      : null,
  ({ text, section }) =>
    isOfTheMoment(text, section)
      ? refusal(
          { kind: "left-out", why: "noise" },
          "Reports the state of a single session and does not help later sessions.",
          0.75,
        )
      : null,
  (entry, { asked: { today, staleDays, staleDaysByType = {} } }) => {
    const policy = { days: staleDays, byType: staleDaysByType }
    return isStale(entry, new Date(`${today.slice(0, 10)}T00:00:00Z`), policy)
      ? refusal(
          { kind: "left-out", why: "stale" },
          `dated ${entry.date}, more than ${allowedAge(entry, policy)} days ago`,
          0.95,
        )
      : null
  },
  ({ text }, { instructions }) => {
    const said = findRestatedInParsed(text, instructions)
    return said === null
      ? null
      : refusal(
          { kind: "left-out", why: "instructions", by: `${said.path}:${said.line}` },
          `already in ${said.path}:${said.line}`,
          said.score,
        )
  },
]

/** Descriptions of the file below a title or heading. */
const OF_THE_FILE =
  /^(?:these (?:patterns|notes|entries) (?:apply|are|hold)\b|(?:patterns|notes|entries) (?:specific to|of|for) |cross-(?:dimension|agent|category) synthesis\b|this (?:file|memory|section) (?:is|holds|keeps|has|lists)\b|(?:retired|created|split|taken over) (?:in|on|from|by) [^.]{1,40}[;,.])/i

export function findRefusal(entry: SeedEntry, refusing: RefusalContext): SeedRefusal | null {
  for (const rule of RULES) {
    const found = rule(entry, refusing)
    if (found !== null) return found
  }
  return null
}

const refusal = (place: LeftOutPlace, reason: string, confidence: number): SeedRefusal => ({
  place,
  reason,
  confidence,
})
