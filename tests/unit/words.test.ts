import { expect, it } from "vitest"
import { BANNED_WORDS } from "../support/source-code/banned-words"
import {
  sourceFilesBelow,
  commentsOf,
  testTitles,
  type VisibleString,
  visibleLines,
  visibleStrings,
} from "../support/source-code/visible-strings"

/** Folders whose texts are checked. */
const SOURCES = ["app", "components", "lib"]
const GUIDES = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "docs"]

/** Word lists of classifiers and prompts of language models, which users do not read. */
const NOT_READ_BY_PEOPLE = [
  "lib/coach/model/answer.ts",
  "lib/coach/model/grounding.ts",
  "lib/coach/model/prompt.ts",
  "lib/coach/model/model-classification.ts",
  "lib/launch/train/",
  "lib/memory/comparison/opposites.ts",
  "lib/memory/comparison/reading.ts",
  "lib/memory/lexicon/",
  "lib/memory/poisoning/",
  "lib/memory/similarity/statement.ts",
  "lib/memory/similarity/negation.ts",
  "lib/memory/memory-files/session-noise-patterns.ts",
]

/** True for SQL, which is not shown in the interface. */
const isSql = ({ text }: VisibleString) => /\b(?:SELECT|FROM|WHERE|CASE WHEN|AS MATERIALIZED)\b/.test(text)

/** Texts that may contain a banned word, with the reason. */
const ALLOWED: readonly (readonly [file: string, text: string, reason: string])[] = [
  ["lib/operations/compaction/trim-proposals.ts", "said twice", "a code of the API, never shown as it is"],
  ["lib/memory/compaction/trim/plan-trim.ts", "said twice", "the same code"],
  ["lib/memory/compaction/trim/trim-entry.ts", "said twice", "the same code"],
]

const isAllowed = ({ file, text }: VisibleString) =>
  ALLOWED.some(([path, part]) => file === path && text.includes(part))

const texts = [
  ...SOURCES.flatMap((path) => sourceFilesBelow(path, /\.(?:tsx?|mjs)$/))
    .filter((file) => !NOT_READ_BY_PEOPLE.some((path) => file.startsWith(path)))
    .flatMap(visibleStrings)
    .filter((one) => !isSql(one)),
  ...GUIDES.flatMap((path) => sourceFilesBelow(path, /\.md$/))
    .filter((file) => !/^docs\/decisions\/\d/.test(file))
    .flatMap(visibleLines),
]

const mistakesIn = (texts: readonly VisibleString[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    BANNED_WORDS.flatMap(([pattern, write]) => {
      const word = pattern.exec(text)?.[0]
      return word === undefined ? [] : [`${file}:${line}: “${word}”: write ${write}`]
    }),
  )

it("user-visible text uses the product's vocabulary", () => {
  expect(texts.length).toBeGreaterThan(4_000)
  expect(mistakesIn(texts.filter((one) => !isAllowed(one)))).toEqual([])
})

it("comments and test titles use the product's vocabulary", () => {
  const trees = [...SOURCES, "tests"]
  const files = trees.flatMap((path) => sourceFilesBelow(path, /\.(?:tsx?|mjs)$/))
  const read = files.flatMap((file) => [...commentsOf(file), ...testTitles(file)])
  expect(read.length).toBeGreaterThan(8_000)
  expect(mistakesIn(read)).toEqual([])
})

it("the check finds a banned word in a string, a template and JSX", () => {
  expect(BANNED_WORDS.filter(([pattern]) => pattern.test("Vouched for by nobody")).length).toBe(2)
})
