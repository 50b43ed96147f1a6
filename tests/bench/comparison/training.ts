import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readingPair } from "@/lib/memory/comparison/pair-reading"
import { pairFeaturesOf } from "@/lib/memory/comparison/features"
import { LABELS } from "@/lib/memory/comparison/relation-reasons"
import { type PairModel, predict, correctByWords } from "@/lib/memory/comparison/models"
import { matchTerms } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readStatement } from "@/lib/memory/similarity/statement"
import { corpusPairs } from "./corpus-pairs"
import { everydayPairs } from "./everyday-pairs"
import { familyPairs } from "./families"
import { qualifiedPairs } from "./qualified-pairs"
import { unrelatedPairs } from "./unrelated-pairs"
import type { Pair } from "./pair"
import { boost, type Example, BOOST_SETTINGS } from "./boost"
import { trainWordings, type WordedExample } from "./wordings"

const FOLDER = "lib/memory/comparison/data"

/** Pairs written for this project by domain, one JSON object per line. */
const WRITTEN = "tests/bench/comparison/pairs"

function pairsIn(file: string): Pair[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { a, b, label, kind, domain, doubtful } = JSON.parse(line) as {
        a: string
        b: string
        label: Pair["label"]
        kind: string
        domain: string
        doubtful?: boolean
      }
      return { a, b, label, group: domain, kind, weight: doubtful ? 0.5 : 1 }
    })
}

function pairLabel(label: string, kind: string | undefined): Pair["label"] {
  if (label === "compatible") return "related"
  return (kind === "superset" ? "superset" : label) as Pair["label"]
}

/** Returns the project's labelled pairs, with those of `beside` if that file exists. */
export function labelledPairs(beside = "../shared/labelled/pairs.jsonl"): Pair[] {
  const own = (file: string): Pair[] =>
    (
      JSON.parse(readFileSync(join("tests/fixtures", file), "utf8")) as {
        left: string
        right: string
        label: string
        kind?: string
        leftDate?: string
      }[]
    )
      .filter((pair) => pair.kind !== "layout" && pair.kind !== "dated" && pair.kind !== "agent")
      .map(({ left, right, label, kind }, at) => ({
        a: left,
        b: right,
        label: pairLabel(label, kind),
        group: `${file} ${Math.floor(at / 12) % 8}`,
        kind: kind ?? label,
        weight: 0.8,
      }))
  const shared = existsSync(beside)
    ? pairsIn(beside).map((pair) => ({ ...pair, group: `shared ${pair.group}` }))
    : []
  const written = readdirSync(WRITTEN).flatMap((file) =>
    pairsIn(join(WRITTEN, file)).map((pair) => ({ ...pair, group: `written ${pair.group}` })),
  )
  return [
    ...shared,
    ...written,
    ...own("similarity/pairs.json"),
    ...own("conflicts/pairs.json"),
    ...own("conflicts/blind.json"),
  ]
}

/** All training pairs except those of real memory. */
export function learnedPairs(): Pair[] {
  const labelled = labelledPairs()
  const families = familyPairs()
  return [
    ...labelled,
    ...everydayPairs(),
    ...families,
    ...qualifiedPairs(labelled),
    ...unrelatedPairs([...labelled, ...families]),
  ]
}

export function featuresOfPair({ a, b }: Pick<Pair, "a" | "b">): ReadonlyMap<string, number> {
  const [left, right] = [readStatement(a), readStatement(b)]
  return pairFeaturesOf(readingPair(left, right, matchTerms(left, right, weightOf)))
}

/** Pairs with the numbers that trees learn from, and the names of their words. */
interface Examples {
  readonly features: readonly string[]
  readonly examples: readonly (Example & WordedExample & { readonly found: ReadonlyMap<string, number> })[]
}

/** Words are features of the trees where so many pairs of so many groups have them. */
const LEAST_PAIRS = 60
const LEAST_GROUPS = 12

const isOfWords = (feature: string): boolean => /^(?:one|both):/.test(feature)

export function examplesOf(pairs: readonly Pair[]): Examples {
  const rows = pairs.map(featuresOfPair)
  const groups = new Map<string, { pairs: number; groups: Set<string> }>()
  for (const [at, { group }] of pairs.entries())
    for (const name of rows[at]?.keys() ?? []) {
      const known = groups.get(name) ?? { pairs: 0, groups: new Set() }
      known.pairs += 1
      groups.set(name, { ...known, groups: known.groups.add(group) })
    }
  const features = [...groups].flatMap(([name, known]) =>
    !isOfWords(name) || (known.pairs >= LEAST_PAIRS && known.groups.size >= LEAST_GROUPS) ? [name] : [],
  )
  return {
    features,
    examples: pairs.map(({ label, weight }, at) => ({
      row: features.map((name) => rows[at]?.get(name) ?? 0),
      label: label === null ? null : LABELS.indexOf(label),
      weight,
      found: rows[at] as ReadonlyMap<string, number>,
      names: [...(rows[at]?.keys() ?? [])].filter(isOfWords),
    })),
  }
}

function withFeatures({ features, examples }: Examples, isUsed: (feature: string) => boolean): Examples {
  const places = features.flatMap((name, at) => (isUsed(name) ? [at] : []))
  return {
    features: places.map((at) => features[at] as string),
    examples: examples.map((example) => ({
      ...example,
      row: places.map((at) => example.row[at] as number),
      names: isUsed("one:word") ? example.names : [],
    })),
  }
}

/**
 * The probabilities of each pair from a model trained on the pairs of other groups and all of `beside`, with
 * the selected features.
 */
export function heldOut(
  pairs: readonly Pair[],
  {
    folds = 10,
    settings = BOOST_SETTINGS,
    beside = [] as readonly Pair[],
    isUsed = (_feature: string): boolean => true,
  } = {},
): number[][] {
  const { features, examples } = withFeatures(examplesOf([...pairs, ...beside]), isUsed)
  const groups = [...new Set(pairs.map(({ group }) => group))]
  const found: number[][] = []
  for (let fold = 0; fold < folds; fold += 1) {
    const isHeld = (at: number) =>
      at < pairs.length && groups.indexOf((pairs[at] as Pair).group) % folds === fold
    const learned = examples.filter((_, at) => !isHeld(at))
    const model = boost(learned, { labels: LABELS, features }, settings)
    const wordings = trainWordings(learned, LABELS.length)
    for (const [at, { found: all }] of examples.entries())
      if (isHeld(at)) found[at] = correctByWords(predict(model, all), wordings, all)
  }
  return found
}

export function train(pairs: readonly Pair[], name: string): PairModel {
  const { features, examples } = examplesOf(pairs)
  const wordings = trainWordings(examples, LABELS.length)
  const model = { ...boost(examples, { labels: LABELS, features }), wordings }
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(model)}\n`)
  return model
}

/** Trains both models of the classifier. Returns a text with the number of pairs. */
export function trainAll(): string {
  const labelled = learnedPairs()
  const real = corpusPairs()
  train(labelled, "labelled-model")
  train([...labelled, ...real], "everyday-model")
  return `Trained from ${labelled.length} labelled pairs and ${real.length} pairs of real memory.`
}
