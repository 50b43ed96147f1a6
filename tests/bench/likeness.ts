import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findSimilarEntries } from "@/lib/db/similar-statements"
import { measure, readPairs } from "../support/conflicts/labelled-pairs"
import { type Figure, ms, quantile, seconds, timed } from "./figures"
import { generateStore, type GeneratedStore } from "./generated-store"
import { inOwnDatabase } from "./own-database"

/**
 * Precision and recall of duplicates and contradictions among the labelled pairs, for the half used for
 * tuning and the other half.
 */
export function labelledFigures(): Figure[] {
  const pairs = readPairs()
  return (["duplicate", "contradiction"] as const).flatMap((label) =>
    (["tune", "held"] as const).map((set): Figure => {
      const { precision, recall } = measure(
        pairs.filter((pair) => pair.set === set),
        label,
      )
      return {
        what: `${label}s found among labelled pairs, ${set === "tune" ? "the half tuned on" : "the other half"}`,
        value: `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
        bar: "",
        holds: null,
      }
    }),
  )
}

const SIZES = [200_000, 1_000_000]

/** Searches for near duplicates in generated stores, each in a database of its own on the server at `url`. */
export async function lookUpFigures(url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const medians: number[] = []
  for (const count of SIZES) {
    const { times, made, shares } = await inOwnDatabase(url, `large_${count}`, async (own) => {
      const { ms: took, value } = await timed(() => generateStore(own, { count }))
      return { made: took, ...(await lookUp(value)) }
    })
    const size = count.toLocaleString("en")
    const barred = count === SIZES.at(-1)
    medians.push(quantile(times, 0.5))
    figures.push(
      {
        what: `near-duplicate look-up at ${size} entries, p50`,
        value: ms(quantile(times, 0.5)),
        bar: "",
        holds: null,
      },
      {
        what: "  p95",
        value: ms(quantile(times, 0.95)),
        bar: barred ? "≤ 30 ms" : "",
        holds: barred ? quantile(times, 0.95) <= 30 : null,
      },
      {
        what: `  found: ${shares.map(([name]) => name).join(", ")}`,
        value: shares.map(([, share]) => `${Math.round(share * 100)} %`).join(", "),
        bar: "",
        holds: null,
      },
      { what: "  (the store was made in)", value: seconds(made), bar: "", holds: null },
    )
  }
  const [small = 1, large = 1] = medians
  const grown = (SIZES[1] as number) / (SIZES[0] as number)
  figures.push({
    what: `  growth of p50 where the store grows ${grown} times`,
    value: `${(large / small).toFixed(1)} times`,
    bar: `< ${grown} times`,
    holds: large / small < grown,
  })
  return figures
}

const WAYS = ["as it is", "inflected", "reordered", "with words left out and added"] as const

/** Looks up each planted statement in one of four wordings. Measures the second of two runs. */
async function lookUp({
  teamId,
  planted,
}: GeneratedStore): Promise<{ times: number[]; shares: [string, number][] }> {
  const times: number[] = []
  const found = WAYS.map(() => [] as boolean[])
  for (const round of [1, 2]) {
    for (const [index, { id, text }] of planted.entries()) {
      const way = index % WAYS.length
      const { ms: took, value } = await timed(() =>
        findSimilarEntries(wholeTeamUnchecked(teamId), reword(text, way)),
      )
      if (round === 1) continue
      times.push(took)
      found[way]?.push(value.some((entry) => entry.id === id || entry.text === text))
    }
  }
  return {
    times,
    shares: WAYS.map((name, way) => [
      name,
      (found[way] ?? []).filter(Boolean).length / (found[way]?.length ?? 1),
    ]),
  }
}

function reword(text: string, way: number): string {
  const words = text.split(" ")
  const middle = words.length >> 1
  switch (way) {
    case 1:
      return words.map((word, at) => (at % 3 === 0 && /^[a-z]{5,}$/.test(word) ? `${word}s` : word)).join(" ")
    case 2:
      return [...words.slice(middle), ...words.slice(0, middle)].join(" ")
    case 3:
      return `${words.filter((_, at) => at % 5 !== 2).join(" ")} as two incidents showed`
    default:
      return text
  }
}
