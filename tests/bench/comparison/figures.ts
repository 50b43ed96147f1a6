import {
  correctByEvidence,
  classifyRelation,
  type RelationVerdict,
  type Probabilities,
} from "@/lib/memory/comparison/classify-relation"
import { LABELS, type Label } from "@/lib/memory/comparison/relation-reasons"
import { reportableRelation } from "@/lib/memory/comparison/compare-statements"
import { readStatement } from "@/lib/memory/similarity/statement"
import { type Figure, timed } from "../figures"
import { corpusPairs } from "./corpus-pairs"
import { candidatesIn, conflictsIn, corpusRepositories } from "./corpus-conflicts"
import { heldOut, learnedPairs } from "./training"
import { type FleetOutcome, fleetOutcomes, type FleetPair } from "./fleet"
import { findingsIn, type LabelledKind, labelledFleets } from "./labelled-fleets"
import { embeddingsOf } from "./embeddings"
import type { Pair } from "./pair"

/**
 * Quality of the pair classifier on domains it was not trained on, the contribution of each of its parts, and
 * what it detects in real memory.
 */
export async function judgementFigures(
  parts: readonly string[] = PARTS.map(({ name }) => name),
): Promise<Figure[]> {
  const pairs = learnedPairs()
  const real = corpusPairs()
  const judged = pairs.map(({ a, b }) => classifyRelation(readStatement(a), readStatement(b)))
  return [
    ...PARTS.filter(({ name }) => parts.includes(name)).flatMap(({ name, isUsed }) =>
      heldOutFigures(name, pairs, judged, { real, isUsed }),
    ),
    fleetFigure(),
    await heldOutFleetsFigure(),
    ...(await realFigures()),
  ]
}

const NUMBERS = /number|counts|day|code/
const WORDING = /opposite|alternative|denie|denial|forbid|oblige|permit|advise|free|order(?!.of)|left open/
const NEARNESS = /soft|nearness|cosine/

const PARTS: readonly { readonly name: string; readonly isUsed: (feature: string) => boolean }[] = [
  {
    name: "shared words alone",
    isUsed: (name) => /^(?:shared|score|rest|words|length|pairs|in order)/.test(name),
  },
  { name: "without numbers and days", isUsed: (name) => !NUMBERS.test(name) },
  { name: "without opposites, denial, order and rules", isUsed: (name) => !WORDING.test(name) },
  { name: "without nearness of words", isUsed: (name) => !NEARNESS.test(name) },
  { name: "without single words", isUsed: (name) => !/^(?:one|both):/.test(name) },
  { name: "all", isUsed: () => true },
]

const SETS = [
  ["labelled pairs of domains left out", "shared"],
  ["pairs written for this project, of domains left out", "written"],
  ["pairs of tests/fixtures left out", "conflicts"],
  ["short pairs of attributes left out", "everyday"],
] as const

const FOLDS = 5

function heldOutFigures(
  part: string,
  pairs: readonly Pair[],
  judged: readonly RelationVerdict[],
  { real, isUsed }: { readonly real: readonly Pair[]; readonly isUsed: (feature: string) => boolean },
): Figure[] {
  const models = [
    heldOut(pairs, { folds: FOLDS, isUsed }),
    heldOut(pairs, { folds: FOLDS, isUsed, beside: real }),
  ]
  const said = judged.map(({ features, against }, at) => {
    const [probabilities, everyday] = models.map((found) => {
      const learned = Object.fromEntries(LABELS.map((label, place) => [label, found[at]?.[place] ?? 0]))
      return correctByEvidence(learned as Record<Label, number>, features, against)
    }) as [Probabilities, Probabilities]
    return reportableRelation({ probabilities, everyday, features, against })
  })
  return SETS.map(([what, group]) => {
    const of = (labels: readonly Label[], kind: ReturnType<typeof reportableRelation> | "any") => {
      const all = pairs.flatMap((pair, at) =>
        pair.group.startsWith(group) &&
        pair.kind !== "qualified" &&
        pair.label !== null &&
        labels.includes(pair.label)
          ? [said[at]]
          : [],
      )
      const some = all.filter((one) => (kind === "any" ? one !== null : one === kind)).length
      return `${some} of ${all.length}`
    }
    return {
      what: `${what}, ${part}`,
      value: [
        `contradictions found ${of(["contradiction"], "contradiction")}, shown as copies ${of(["contradiction"], "duplicate")}`,
        `copies found ${of(["duplicate", "superset"], "duplicate")}`,
        `others raised ${of(["related", "unrelated"], "any")}`,
      ].join("; "),
      bar: "",
      holds: null,
    }
  })
}

/** Conflicts detected in a fleet written for this measurement. */
function fleetFigure(): Figure {
  const { outcomes, stray } = fleetOutcomes()
  const of = (kind: FleetPair["kind"], raised: FleetOutcome["raised"] | "any") => {
    const all = outcomes.filter((one) => one.kind === kind)
    const some = all.filter((one) => (raised === "any" ? one.raised !== null : one.raised === raised))
    return `${some.length} of ${all.length}`
  }
  return {
    what: "raised in a written fleet",
    value: [
      `contradictions ${of("contradiction", "contradiction")}, shown as copies ${of("contradiction", "duplicate")}`,
      `near copies ${of("near", "duplicate")}, exact copies ${of("exact", "duplicate")}`,
      `tempting pairs ${of("tempting", "any")}, between other entries ${stray.length}`,
    ].join("; "),
    bar: "≥ 12 of 18, 0, ≥ 18 of 27, 13 of 13, 0 of 19",
    holds: null,
  }
}

/** Conflicts detected in fleets that were written by others than the rules and never used for training. */
async function heldOutFleetsFigure(): Promise<Figure> {
  const fleets = labelledFleets("held-out")
  const embeddingOf = await embeddingsOf(fleets.flatMap(({ entries }) => entries))
  const findings = fleets.map((fleet) => findingsIn(fleet, embeddingOf))
  const pairs = findings.flatMap((one) => one.pairs)
  const of = (kind: LabelledKind, raised: "duplicate" | "contradiction" | "any") => {
    const all = pairs.filter((one) => one.kind === kind)
    const some = all.filter((one) => (raised === "any" ? one.raised !== null : one.raised === raised))
    return `${some.length} of ${all.length}`
  }
  return {
    what: `raised in ${findings.length} written fleets that were left out`,
    value: [
      `contradictions ${of("contradiction", "contradiction")}, shown as copies ${of("contradiction", "duplicate")}`,
      `near copies ${of("near", "duplicate")}, exact copies ${of("exact", "duplicate")}`,
      `tempting pairs ${of("tempting", "any")}, between other entries ${findings.reduce((sum, { stray }) => sum + stray, 0)}`,
    ].join("; "),
    bar: "",
    holds: null,
  }
}

/** Pairs with common words from each repository. */
const PAIRS_OF_EACH = 100

async function realFigures(): Promise<Figure[]> {
  const repositories = corpusRepositories()
  if (repositories.length === 0) return []
  const entries = repositories.reduce((sum, one) => sum + one.entries.length, 0)
  const embeddingOf = await embeddingsOf(repositories.flatMap((one) => one.entries))
  const conflicts = repositories.flatMap((repository) => conflictsIn(repository, embeddingOf))
  const raised = (finding: string) => conflicts.filter((one) => one.finding === finding).length
  const pairs = repositories.flatMap((repository) => {
    const all = candidatesIn(repository)
    const step = Math.max(1, Math.floor(all.length / PAIRS_OF_EACH))
    return all.filter((_, at) => at % step === 0)
  })
  const { ms, value } = await timed(async () =>
    pairs.map(([one, other]) =>
      reportableRelation(classifyRelation(readStatement(one.text), readStatement(other.text))),
    ),
  )
  const told = (kind: "contradiction" | "duplicate") => value.filter((one) => one === kind).length
  return [
    {
      what: `raised in ${entries.toLocaleString("en")} entries of real memory`,
      value: `${raised("contradiction")} contradictions, ${raised("duplicate")} duplicates`,
      bar: "≤ 1 contradiction in 1,000 entries",
      holds: raised("contradiction") * 1_000 <= entries,
    },
    {
      what: `told of ${pairs.length.toLocaleString("en")} pairs of real statements that share words`,
      value: `${told("contradiction")} contradictions, ${told("duplicate")} copies`,
      bar: "",
      holds: null,
    },
    {
      what: "judging a pair, reading both statements included",
      value: `${((ms / pairs.length) * 1_000).toFixed(0)} µs`,
      bar: "",
      holds: null,
    },
  ]
}
