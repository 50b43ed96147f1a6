import { expect, it } from "vitest"
import { BANNED_WORDS } from "../support/source-code/banned-words"
import {
  filesBelow,
  type VisibleString,
  visibleLines,
  visibleStrings,
} from "../support/source-code/visible-strings"

/** Trees whose texts are checked. The pages and the other components join as they are reworded. */
const SOURCES = [
  "lib/cli",
  "lib/operations",
  "lib/api",
  "lib/auth",
  "lib/launch",
  "lib/db",
  "lib/embedding",
  "lib/files",
  "lib/formats",
  "lib/jobs",
  "lib/coach/extractive",
  "lib/coach/configured.ts",
  "lib/coach/model/trouble.ts",
  "lib/coach/model/losses.ts",
  "lib/coach/model/write.ts",
  "lib/memory/agents",
  "lib/memory/audit",
  "lib/memory/characters",
  "lib/memory/coach",
  "lib/memory/compaction",
  "lib/memory/context",
  "lib/memory/deliveries",
  "lib/memory/health",
  "lib/memory/history",
  "lib/memory/inputs",
  "lib/memory/jobs",
  "lib/memory/memory-files",
  "lib/memory/merge",
  "lib/memory/migration",
  "lib/memory/policies",
  "lib/memory/proposals",
  "lib/memory/search",
  "lib/memory/secrets",
  "lib/memory/seed",
  "lib/memory/similarity",
  "lib/memory/sources",
  "lib/memory/teams",
  "lib/memory/text",
  "lib/memory/vectors",
  "app/docs",
  "app/(arrive)",
  "app/[place]",
  "app/error.tsx",
  "app/global-error.tsx",
  "app/layout.tsx",
  "app/not-found.tsx",
  "app/page.tsx",
  "app/t/[team]/(home)",
  "app/t/[team]/agents",
  "app/t/[team]/category",
  "app/t/[team]/coach",
  "app/t/[team]/health",
  "app/t/[team]/memory",
  "app/t/[team]/search",
  "app/t/[team]/seed",
  "components/inbox",
  "components/proposals",
  "components/alerts",
  "components/conflicts",
  "components/memory-files/verify",
  "components/memory-files/revert",
  "components/memory-files/history",
  "components/write-back",
  "components/sources",
  "components/data/http-client.ts",
  "components/jobs",
  "components/notifications",
  "components/audit",
  "app/t/[team]/inbox",
  "app/t/[team]/sources",
  "app/t/[team]/settings/history",
  "app/t/[team]/settings/instance",
  "app/t/[team]/settings/notifications",
  "app/t/[team]/settings/audit",
  "lib/memory/alerts",
  "lib/memory/notifications",
  "lib/notify",
]
const GUIDES = ["README.md", "SECURITY.md", "docs"]

/** Files that hold word lists of classifiers, which are data and never reworded. */
const LEXICONS = new Set([
  "lib/launch/train/slots.ts",
  "lib/memory/similarity/statement.ts",
  "lib/memory/text/negation.ts",
])

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
  ...SOURCES.flatMap((path) => filesBelow(path, /\.(?:tsx?|mjs)$/))
    .filter((file) => !LEXICONS.has(file))
    .flatMap(visibleStrings)
    .filter((one) => !isSql(one)),
  ...GUIDES.flatMap((path) => filesBelow(path, /\.md$/))
    .filter((file) => !/^docs\/decisions\/\d/.test(file))
    .flatMap(visibleLines),
]

it("user-visible text uses the product's vocabulary", () => {
  expect(texts.length).toBeGreaterThan(4_000)
  const mistakes = texts
    .filter((one) => !isAllowed(one))
    .flatMap(({ file, line, text }) =>
      BANNED_WORDS.flatMap(([pattern, write]) => {
        const word = pattern.exec(text)?.[0]
        return word === undefined ? [] : [`${file}:${line}: “${word}”: write ${write}`]
      }),
    )
  expect(mistakes).toEqual([])
})

it("the check finds a banned word in a string, a template and JSX", () => {
  expect(BANNED_WORDS.filter(([pattern]) => pattern.test("Vouched for by nobody")).length).toBe(2)
})
