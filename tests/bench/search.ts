import { systemActor } from "@/lib/auth/create-actor"
import { searchEntries } from "@/lib/operations/search/search"
import { runOperation } from "@/lib/operations/operation"
import { expectDone } from "../support/data/people"
import { contextFigures } from "./context"
import { type Figure, ms, quantile, seconds, timed } from "./figures"
import { generateStore, type GeneratedStore } from "./generated-store"
import { inOwnDatabase } from "./own-database"

/** Fifty queries of each kind: generated words by frequency, the rest from stored statements. */
function queriesOf({ planted }: GeneratedStore): Record<string, string[]> {
  const word = (at: number) => longWords[at % longWords.length] as string
  const longWords = [...new Set(planted.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{8,}/g) ?? []))]
  const phrases = planted
    .filter((_, at) => at % 60 === 30)
    .map(({ text }) =>
      text
        .split(" ")
        .slice(1, 4)
        .join(" ")
        .replaceAll(/[^a-z ]/gi, ""),
    )
  return {
    rare: Array.from({ length: 8 }, (_, at) => word(at * 17)),
    "two rare words": Array.from({ length: 3 }, (_, at) => `${word(at * 31 + 3)} ${word(at * 31 + 4)}`),
    common: [
      "test",
      "service",
      "build",
      "error database",
      "test service code",
      "the user",
      "deploy budget region",
    ],
    middling: ["lint", "coverage", "snapshot mock", "webhook retry", "fixture"],
    phrases: [
      ...phrases.slice(0, 4).map((phrase) => `"${phrase}"`),
      '"longer than the budget"',
      '"of the test"',
    ],
    beginnings: ["snap*", `${word(5).slice(0, 5)}*`, "cover* lint"],
    unspaced: ["支払い", "測試資料庫", "배포"],
    misspelt: ["serivce", "databaes", "covreage", "snaphsot lint"],
    filtered: [
      "test agent:agent-7",
      "lint project:project-3",
      "service scope:global",
      "test after:30d",
      "error before:1y -scope:project",
      "lint is:stale",
      "test is:retired type:decision",
      "build category:testing",
      "config format:claude-agent-memory -agent:agent-12",
    ],
    "filters alone": ["agent:agent-700", "is:retired scope:team"],
  }
}

const ENTRIES = 1_000_000
const ROUNDS = 5

/** Searches in a generated store of a million entries, like the API and pages: entries and counts. */
export async function searchFigures(url: string, count = ENTRIES): Promise<Figure[]> {
  return inOwnDatabase(url, `search_${count}`, async (own) => {
    const { ms: made, value: store } = await timed(() => generateStore(own, { count }))
    const queries = queriesOf(store)
    const times = new Map<string, number[]>()
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [kind, some] of Object.entries(queries)) {
        for (const q of some) {
          const { ms: took } = await timed(async () =>
            expectDone(
              await runOperation(searchEntries, systemActor(), {
                team: store.team,
                q,
                mode: "words",
                facets: true,
              }),
            ),
          )
          if (round > 0) times.set(kind, [...(times.get(kind) ?? []), took])
        }
      }
    }
    const all = [...times.values()].flat()
    const bars = count >= ENTRIES
    return [
      {
        what: `search at ${count.toLocaleString("en")} entries, ${Object.values(queries).flat().length} queries with counts, p50`,
        value: ms(quantile(all, 0.5)),
        bar: bars ? "≤ 15 ms" : "",
        holds: bars ? quantile(all, 0.5) <= 15 : null,
      },
      {
        what: "  p95",
        value: ms(quantile(all, 0.95)),
        bar: bars ? "≤ 60 ms" : "",
        holds: bars ? quantile(all, 0.95) <= 60 : null,
      },
      ...[...times].map(([kind, some]): Figure => ({
        what: `  ${kind}, p50 and p95`,
        value: `${ms(quantile(some, 0.5))}, ${ms(quantile(some, 0.95))}`,
        bar: "",
        holds: null,
      })),
      { what: "  (the store was made in)", value: seconds(made), bar: "", holds: null },
      ...(await contextFigures(own, store, count)),
    ]
  })
}
