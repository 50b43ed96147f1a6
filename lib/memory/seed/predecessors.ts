import { ownValue } from "@/lib/memory/text/own-value"
import { joinNames } from "../text/sentence"
import { PREDECESSORS, categoryOfName, type PlacedBy } from "../agents/categories"
import { nameStems, stemLikeness } from "./name-stem"
import { tellingStems } from "./role-vocabulary"
import { stemText } from "./stemmed-text"
import { compareText } from "@/lib/memory/text/aggregates"

/** An agent whose memory a new agent could start from. */
export interface PredecessorCandidate {
  readonly name: string
  readonly project: string
  /** Slug of its category, or null. */
  readonly category: string | null
  /** Number of current entries in its memory. */
  readonly entries: number
  /** True for a retired agent, whose memory another agent can take over. */
  readonly retired?: boolean
  /** Description of its definition, or null. */
  readonly definition: string | null
}

export interface PredecessorQuery {
  readonly agent: string
  /**
   * Project of the new agent. An agent of the same name in another project may be a predecessor. Null: no
   * agent of the same name may be one.
   */
  readonly project?: string | null
  /** Slug of the category. Null: the category that the taxonomy assigns to the name. */
  readonly category: string | null
  readonly agents: readonly PredecessorCandidate[]
  readonly definition: string | null
  readonly taxonomy: readonly PlacedBy[]
}

export interface Predecessor {
  readonly name: string
  readonly project: string
  /** True if it is in the project of the new agent. */
  readonly here: boolean
  readonly why: "documents' pair" | "same category" | "same name stem" | "similar definition"
  /** Reason, for display. */
  readonly words: string
  /** 0–1 */
  readonly score: number
}

/** Maximum score of each reason. The best reason counts fully. Each further reason adds a little. */
const WORTH: Readonly<Record<Predecessor["why"], number>> = {
  "documents' pair": 0.9,
  "same name stem": 0.75,
  "same category": 0.55,
  "similar definition": 0.7,
}
const FURTHER = 0.05
const RETIRED = 0.04
/** Bonus for the same project, which decides between equals. */
const SAME_PROJECT = 0.02

/** Returns agents that a new agent could be seeded from, the best first, without empty ones and the agent itself. */
export function proposePredecessors(asked: PredecessorQuery): Predecessor[] {
  const category = asked.category ?? categoryOfName(asked.taxonomy, asked.agent)?.slug ?? null
  const stems = nameStems(asked.agent)
  const definitions = asked.agents.flatMap(({ definition }) =>
    definition === null ? [] : [new Set(tellingStems(definition))],
  )
  const own = asked.definition === null ? [] : tellingStems(asked.definition)
  return asked.agents
    .filter(
      (one) =>
        one.entries > 0 &&
        !(one.name === asked.agent && (asked.project == null || one.project === asked.project)),
    )
    .flatMap((one) => {
      const reasons = [
        pairOf(asked, one),
        stemOfBoth(stems, asked, one),
        mateOf(category, asked, one),
        likeDefined(own, asked, one, definitions),
      ].filter((reason) => reason !== null)
      const [best, ...further] = reasons.toSorted((a, b) => b.worth - a.worth)
      if (best === undefined) return []
      const score =
        best.worth +
        FURTHER * further.length +
        (one.retired ? RETIRED : 0) +
        (one.project === asked.project ? SAME_PROJECT : 0)
      const words = [best.words, ...(one.retired ? ["no longer active"] : [])].join("; ")
      return [
        {
          name: one.name,
          project: one.project,
          here: one.project === asked.project,
          why: best.why,
          words,
          score: Math.round(Math.min(1, score) * 100) / 100,
          entries: one.entries,
        },
      ]
    })
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.entries - a.entries ||
        compareText(a.name, b.name) ||
        compareText(a.project, b.project),
    )
    .map(({ entries: _, ...predecessor }) => predecessor)
}

/** Maximum number of default predecessors. More would displace each other's entries. */
const MOST_TAKEN = 3
const SURE = 0.6

/**
 * Returns the default predecessors, at most MOST_TAKEN of the agent's own project: those of the documents,
 * else those with a high score, else the best one. Agents of other projects are used only if chosen.
 */
export function defaultPredecessors<One extends Pick<Predecessor, "why" | "score" | "here">>(
  all: readonly One[],
): One[] {
  const proposed = all.filter(({ here }) => here)
  const pairs = proposed.filter(({ why }) => why === "documents' pair")
  if (pairs.length > 0) return pairs.slice(0, MOST_TAKEN)
  const sure = proposed.filter(({ score }) => score >= SURE)
  return sure.length > 0 ? sure.slice(0, MOST_TAKEN) : proposed.slice(0, 1)
}

/** Returns the stems of a name from a cache, because each name is compared with many new agents. */
function stemsOfName(name: string): readonly string[] {
  const stems = known.get(name) ?? nameStems(name)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, stems)
  return stems
}

const known = new Map<string, readonly string[]>()
const MOST_KNOWN = 20_000

interface Reason {
  readonly why: Predecessor["why"]
  readonly worth: number
  readonly words: string
}

function pairOf({ agent }: PredecessorQuery, { name }: PredecessorCandidate): Reason | null {
  if (!ownValue(PREDECESSORS, agent)?.includes(name)) return null
  return { why: "documents' pair", worth: WORTH["documents' pair"], words: `${agent} took over from ${name}` }
}

function stemOfBoth(
  stems: readonly string[],
  { agent }: PredecessorQuery,
  { name }: PredecessorCandidate,
): Reason | null {
  const likeness = stemLikeness(stems, stemsOfName(name))
  if (likeness === 0) return null
  return {
    why: "same name stem",
    worth: WORTH["same name stem"] * likeness,
    words: name === agent ? `same name, in another project` : `${name} and ${agent} have similar names`,
  }
}

function mateOf(
  category: string | null,
  { taxonomy }: PredecessorQuery,
  one: PredecessorCandidate,
): Reason | null {
  if (category === null || (one.category ?? categoryOfName(taxonomy, one.name)?.slug ?? null) !== category)
    return null
  return { why: "same category", worth: WORTH["same category"], words: `both are in ${category}` }
}

/** Minimum similarity of two definitions that describe similar work. */
const LIKE = 0.22

/**
 * Returns the similarity of two definitions (weighted Dice coefficient) as a reason. Words that few
 * definitions contain weigh more. Null if a definition is missing or the similarity is below LIKE.
 */
function likeDefined(
  own: readonly string[],
  asked: PredecessorQuery,
  one: PredecessorCandidate,
  all: readonly ReadonlySet<string>[],
): Reason | null {
  if (own.length === 0 || one.definition === null || asked.definition === null) return null
  const other = new Set(tellingStems(one.definition))
  const weigh = (stem: string) =>
    Math.log((all.length + 2) / (all.filter((stems) => stems.has(stem)).length + 1)) + 0.1
  const sum = (stems: Iterable<string>) => [...stems].reduce((total, stem) => total + weigh(stem), 0)
  const both = own.filter((stem) => other.has(stem))
  const likeness = both.length < 3 ? 0 : (2 * sum(both)) / (sum(own) + sum(other))
  if (likeness < LIKE) return null
  const { shown } = stemText(asked.definition)
  const telling = both
    .toSorted((a, b) => weigh(b) - weigh(a) || compareText(a, b))
    .slice(0, 3)
    .map((stem) => shown.get(stem) ?? stem)
  return {
    why: "similar definition",
    worth: WORTH["similar definition"] * Math.min(1, 0.5 + likeness),
    words: `similar definition: both mention ${joinNames(telling)}`,
  }
}
