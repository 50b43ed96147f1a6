import { ageInDays, STALE_AFTER_DAYS } from "../memory-files/entry-dates"
import { findNoise } from "../memory-files/session-noise-patterns"
import { groupBy, compareText } from "../text/aggregates"

/** A statement with the facts that show if others can use it. */
export interface KnownNames {
  readonly text: string
  readonly type: string | null
  /** 0–1. */
  readonly confidence: number | null
  /** ISO date. */
  readonly date: string | null
  /** True if a curator approved or changed the statement. */
  readonly approved: boolean
  /** True if the statement is in the section of one role. */
  readonly forOneRole: boolean
}

export interface Generality {
  /** Score from 0 to 1; 0: of no use to others. */
  readonly score: number
  /** Signs for and against reuse, for display. */
  readonly why: readonly string[]
}

interface Sign {
  readonly words: string
  readonly weight: number
  readonly holds: (known: KnownNames, now: Date) => boolean
}

const FEWEST_WORDS = 4
const MOST_WORDS = 40
const PLAIN = 0.5

/** File names such as `src/broker/handler.ts`, `handler.ts` and `./bin`, which only this code base has. */
const NAMES_FILE =
  /(?:^|[\s`(])(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]+|\b[\w-]+\.(?:tsx?|jsx?|mjs|py|rs|go|rb|java|kt|sql|ya?ml|json|toml|md|sh|css|html|lock|env)\b/
const NAMES_TICKET =
  /(?:^|[\s(])(?:#\d+|[A-Z]{2,10}-\d+|(?:PR|MR|ticket|issue|commit)\s+#?[0-9a-f]+)\b|\b[0-9a-f]{7,40}\b(?=.*\d)/
const HAPPENED_ONCE =
  /\b(?:today|yesterday|this (?:session|morning|week|sprint|run|time)|right now|for now|currently|at the moment|so far|last (?:week|night|session|sprint)|next (?:week|sprint)|temporar(?:y|ily)|WIP|(?:I|we) (?:just )?(?:fixed|added|updated|merged|renamed|moved|ran|tried|finished))\b|\d{4}-\d{2}-\d{2}/i
const SAYS_RULE =
  /\b(?:always|never|must(?: not)?|should(?: not)?|shall|do not|don['’]t|avoid|prefer|use .{1,60} instead|instead of|rather than|only when|unless|whenever|before (?:each|every|any)|after (?:each|every|any)|every|each|any|make sure|ensure|require[sd]?)\b/i
const SPEAKS_OF_ROLE =
  /\b(?:my|me|I|mine|this agent|as an? [\w-]+er)\b|\b[a-z]+(?:-[a-z]+)*-(?:tester|reviewer|architect|planner|verifier|analyst|challenger|researcher|coordinator|implementer|monitor)\b/
const SHARED_TYPES: ReadonlySet<string> = new Set(["convention", "pattern", "decision", "preference"])

/** Signs for and against reusability: the weight that each adds to `PLAIN`, with its words for display. */
const SIGNS: readonly Sign[] = [
  { words: "states a rule", weight: 0.2, holds: ({ text }) => SAYS_RULE.test(text) },
  {
    words: "is a convention, pattern, decision or preference",
    weight: 0.15,
    holds: ({ type }) => type !== null && SHARED_TYPES.has(type),
  },
  {
    words: "has high confidence",
    weight: 0.1,
    holds: ({ confidence }) => confidence !== null && confidence >= 0.8,
  },
  { words: "was approved by a curator", weight: 0.1, holds: ({ approved }) => approved },
  {
    words: "has low confidence",
    weight: -0.2,
    holds: ({ confidence }) => confidence !== null && confidence < 0.5,
  },
  { words: "mentions a file", weight: -0.15, holds: ({ text }) => NAMES_FILE.test(text) },
  { words: "mentions code", weight: -0.1, holds: ({ text }) => /`[^`]+`/.test(text) },
  { words: "refers to other notes", weight: -0.15, holds: ({ text }) => /\[\[|\bsee also\b/i.test(text) },
  { words: "mentions a ticket or a commit", weight: -0.2, holds: ({ text }) => NAMES_TICKET.test(text) },
  {
    words: "describes a single event",
    weight: -0.2,
    holds: ({ text }) => HAPPENED_ONCE.test(text),
  },
  {
    words: "is specific to one role",
    weight: -0.2,
    holds: ({ text, forOneRole }) => forOneRole || SPEAKS_OF_ROLE.test(text),
  },
  { words: "is old", weight: -0.1, holds: ({ date }, now) => (ageInDays(date, now) ?? 0) > STALE_AFTER_DAYS },
  { words: "is long", weight: -0.15, holds: ({ text }) => wordsOf(text) > MOST_WORDS },
]

/**
 * Returns how useful a statement of one agent is to others, 0–1: 0.5 plus its signs. The signs are patterns and prefer rules to reports.
 * Headings, bare references and session noise are 0.
 */
export function generalityOf(known: KnownNames, now: Date): Generality {
  if (wordsOf(known.text) < FEWEST_WORDS || /[:：]\s*$/.test(known.text))
    return { score: 0, why: ["is too short"] }
  const noise = findNoise(known.text)
  if (noise !== null) return { score: 0, why: ["is session noise"] }
  const signs = SIGNS.filter((sign) => sign.holds(known, now))
  const sum = signs.reduce((total, sign) => total + sign.weight, PLAIN)
  return {
    score: Math.round(Math.min(1, Math.max(0.01, sum)) * 100) / 100,
    why: signs.map(({ words }) => words),
  }
}

/** Returns the number of words. In scripts without spaces, two characters count as a word. */
function wordsOf(text: string): number {
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length + Math.floor(unspaced / 2)
}

/** A copy of a statement in an agent's own memory. */
export interface Copy {
  readonly agent: string
  readonly project: string
  /** Slug of the agent's category. */
  readonly category: string | null
}

/** A memory in which a statement of several agents can be shared. */
export type PromotionPlace =
  | {
      readonly kind: "category"
      readonly category: string
      readonly project: string
      readonly agents: number
    }
  | { readonly kind: "team"; readonly agents: number }

/**
 * Returns the memories to which a statement of several agents can be promoted, best first: each category with
 * at least two of these agents in one project, most agents first, and the team. The team is first unless one
 * category has all of the agents. Empty for a single agent.
 */
export function promotionPlaces(copies: readonly Copy[]): PromotionPlace[] {
  const agentsOf = (some: readonly Copy[]) =>
    new Set(some.map(({ agent, project }) => `${project}\0${agent}`)).size
  const placed = copies.filter((copy): copy is Copy & { category: string } => copy.category !== null)
  const all = agentsOf(copies)
  const categories = [...groupBy(placed, ({ project, category }) => `${project}\0${category}`).values()]
    .map((some) => ({
      kind: "category" as const,
      category: some[0]?.category ?? "",
      project: some[0]?.project ?? "",
      agents: agentsOf(some),
    }))
    .filter(({ agents }) => agents > 1)
    .toSorted(
      (a, b) =>
        b.agents - a.agents || compareText(a.category, b.category) || compareText(a.project, b.project),
    )
  return all > 1 && categories[0]?.agents !== all
    ? [{ kind: "team", agents: all }, ...categories]
    : [...categories, ...(all > 1 ? [{ kind: "team" as const, agents: all }] : [])]
}

/** True if a copy is removed when its statement is promoted to `place`. */
export const isCopyFor = (
  place:
    | { readonly kind: "team" }
    | { readonly kind: "category"; readonly category: string; readonly project: string },
  copy: Copy,
): boolean => place.kind === "team" || (copy.category === place.category && copy.project === place.project)
