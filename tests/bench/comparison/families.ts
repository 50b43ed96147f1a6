import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Pair } from "./pair"

/**
 * Statements grouped by subject and labeled by meaning. `# domain: kind` starts a family. Lines with `=` are paraphrases of one statement, `!`
 * contradicts it, `+` is a paraphrase with more detail, and `~` is another statement on the same subject. `-` is the same for the first
 * statement, but may concern its contradiction.
 */
const FAMILIES = "tests/bench/comparison/families"

type Mark = "=" | "!" | "+" | "~" | "-"

interface Family {
  readonly domain: string
  readonly kind: string
  readonly lines: readonly { readonly mark: Mark; readonly text: string }[]
}

export function familyPairs(folder = FAMILIES): Pair[] {
  const families = readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFamilies(readFileSync(join(folder, file), "utf8")))
  return families.flatMap(({ domain, kind, lines }) =>
    lines.flatMap((one, at) =>
      lines.slice(at + 1).flatMap((other): Pair[] => {
        const label = labelOf(one.mark, other.mark)
        return label === null
          ? []
          : [
              {
                a: one.text,
                b: other.text,
                label,
                group: `family ${domain}`,
                kind,
                weight: WEIGHT[label],
              },
            ]
      }),
    ),
  )
}

/** Training weight of a pair by label. Pairs of one family are much alike, so each weighs little. */
const WEIGHT = {
  contradiction: 0.24,
  duplicate: 0.32,
  superset: 0.24,
  related: 0.14,
  unrelated: 0.14,
} as const

function labelOf(one: Mark, other: Mark): keyof typeof WEIGHT | null {
  const marks = new Set([one, other])
  if (marks.has("-")) return marks.has("=") || marks.has("+") ? "related" : null
  if (marks.has("~")) return marks.size === 1 ? null : "related"
  if (marks.size === 1) return one === "+" ? null : "duplicate"
  return marks.has("!") ? "contradiction" : "superset"
}

function readFamilies(text: string): Family[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const [head = "", ...lines] = block.split("\n")
      const [domain = "", kind = ""] = head.replace(/^# /, "").split(": ")
      return {
        domain,
        kind,
        lines: lines.map((line) => ({ mark: line[0] as Mark, text: line.slice(2) })),
      }
    })
}
