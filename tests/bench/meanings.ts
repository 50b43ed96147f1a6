import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { Client } from "pg"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { ANY_VALUE, type SearchFilter } from "@/lib/db/search/filter"
import { makeSpace, nearestEntries } from "@/lib/db/search/vectors"
import { storeVectors } from "@/lib/db/search/files-to-embed"
import { chooseEmbedder } from "@/lib/embedding/configured-embedder"
import { type Embedder, localEmbedder } from "@/lib/embedding/embedder"
import { cellsFor, divide, dot, normalise } from "@/lib/memory/search/vectors"
import { searchEntries } from "@/lib/operations/search/search"
import { type Figure, ms, quantile, seconds, timed } from "./figures"
import { numbers } from "./generated-fleet"
import { generateStore } from "./generated-store"
import { inOwnDatabase } from "./own-database"

const [DIMENSIONS, CENTRES, DIRECTIONS] = [512, 4_000, 16]
const BATCH = 2_000
const MODEL = "generated"

const EVERYTHING: SearchFilter = {
  projects: ANY_VALUE,
  shared: false,
  agents: ANY_VALUE,
  scopes: ANY_VALUE,
  types: ANY_VALUE,
  categories: ANY_VALUE,
  formats: ANY_VALUE,
  before: null,
  after: null,
  stale: null,
  retired: null,
  verified: null,
  vouched: [],
  section: null,
}

/**
 * Hybrid search in a large store. The vectors are generated in thousands of clusters, because embedding a
 * million texts takes too long. Query vectors are given; the time of the local model is measured separately.
 */
export async function meaningFigures(url: string, count = 1_000_000): Promise<Figure[]> {
  return inOwnDatabase(url, `meanings_${count}`, async (own) => {
    const { teamId, team, planted } = await generateStore(own, { count })
    const vectors = vectorsOf(11)
    const filled = await timed(() => fill(own, teamId, vectors, count))
    const questions = planted
      .filter((_, place) => place % 8 === 0)
      .slice(0, 50)
      .map(({ text }, place) => ({
        words: text
          .split(" ")
          .slice(0, 4 + (place % 5))
          .join(" "),
        vector: vectors.near(place * 7919),
      }))
    chooseEmbedder(given(new Map(questions.map(({ words, vector }) => [words.toLowerCase(), vector]))))
    const took = async (more: object) => {
      const times: number[] = []
      for (const round of [1, 2, 3])
        for (const { words } of questions) {
          const { ms: one } = await timed(() =>
            searchEntries.run(
              systemActor(),
              searchEntries.input.parse({ q: words, team, limit: 20, ...more }),
            ),
          )
          if (round > 1) times.push(one)
        }
      return times
    }
    const figures: Figure[] = []
    for (const [what, more] of [
      ["words only", { mode: "words" }],
      ["hybrid", { mode: "hybrid" }],
      ["hybrid in one project", { mode: "hybrid", project: await someProject(teamId) }],
    ] as const) {
      const times = await took(more)
      const barred = count === 1_000_000 && what !== "hybrid in one project"
      figures.push(
        {
          what: `search at ${count.toLocaleString("en")} entries, questions of 4 to 8 words, ${what}, p50`,
          value: ms(quantile(times, 0.5)),
          bar: barred ? "≤ 15 ms" : "",
          holds: barred ? quantile(times, 0.5) <= 15 : null,
        },
        {
          what: "  p95",
          value: ms(quantile(times, 0.95)),
          bar: barred ? "≤ 60 ms" : "",
          holds: barred ? quantile(times, 0.95) <= 60 : null,
        },
      )
    }
    const near = await nearestFigures(
      teamId,
      questions.map(({ vector }) => vector),
      vectors,
      count,
    )
    figures.push(...near, {
      what: "  (its vectors were stored in)",
      value: seconds(filled.ms),
      bar: "",
      holds: null,
    })
    chooseEmbedder(undefined)
    return [...figures, ...(await modelFigures())]
  })
}

/** Nearest neighbours only, compared with an exact search. */
async function nearestFigures(
  teamId: string,
  asked: readonly Float32Array[],
  vectors: Generated,
  count: number,
): Promise<Figure[]> {
  const times: number[] = []
  const found: number[][] = []
  for (const round of [1, 2])
    for (const [place, vector] of asked.entries()) {
      const { ms: one, value } = await timed(() =>
        nearestEntries(wholeTeamUnchecked(teamId), MODEL, vector, { filter: EVERYTHING, must: "", take: 20 }),
      )
      if (round === 2) times.push(one)
      found[place] = value.map(({ likeness }) => likeness)
    }
  const looked = asked.slice(0, 20)
  const best = looked.map(() => [] as number[])
  for (let index = 0; index < count; index += 1) {
    const vector = vectors.at(index)
    for (const [place, question] of looked.entries())
      keepBest(best[place] as number[], dot(vector, question), 20)
  }
  // Compares similarities instead of IDs, because ties may be in any order and stored vectors are rounded.
  const shares = best.map(
    (all, place) =>
      all.filter((likeness) => (found[place] ?? []).some((one) => Math.abs(one - likeness) < 0.004)).length /
      all.length,
  )
  return [
    {
      what: "  of it the likest alone, p50 and p95",
      value: `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.95))}`,
      bar: "",
      holds: null,
    },
    {
      what: "  the 20 likest of all that are found",
      value: `${Math.round((shares.reduce((sum, one) => sum + one, 0) / shares.length) * 100)} %`,
      bar: "",
      holds: null,
    },
  ]
}

function keepBest(best: number[], one: number, most: number): void {
  if (best.length >= most && one <= (best.at(-1) ?? 0)) return
  best.push(one)
  best.sort((a, b) => b - a)
  best.length = Math.min(best.length, most)
}

/** Time of the bundled model on this machine, in a worker of its own. */
async function modelFigures(): Promise<Figure[]> {
  const embedder = localEmbedder()
  try {
    const first = await timed(() => embedder.embed(["what brings the model up"]))
    const memory = process.memoryUsage().rss
    const single: number[] = []
    for (let time = 0; time < 40; time += 1)
      single.push(
        (await timed(() => embedder.embed([`how are retries of the payment worker limited, case ${time}`])))
          .ms,
      )
    const texts = Array.from(
      { length: 256 },
      (_, place) =>
        `Deploys of service ${place} wait until the broker has acknowledged what the consumer before had taken, see src/broker/${place}.ts`,
    )
    const batch = await timed(() => embedder.embed(texts))
    return [
      {
        what: "the small model: brought up, then one question, p50 and p95",
        value: `${ms(first.ms)}, ${ms(quantile(single, 0.5))}, ${ms(quantile(single, 0.95))}`,
        bar: "",
        holds: null,
      },
      {
        what: "  texts embedded in a row",
        value: `${Math.round(256_000 / batch.ms)}/s (the process has ${Math.round(Math.max(memory, process.memoryUsage().rss) / 1048576)} MB)`,
        bar: "",
        holds: null,
      },
    ]
  } finally {
    await embedder.close()
  }
}

interface Generated {
  /** The vector of the entry with this number. */
  at(index: number): Float32Array
  /** A vector similar to it. */
  near(index: number): Float32Array
}

/**
 * Generated vectors around cluster centres, with the most variance in few dimensions like embeddings of
 * texts. Deterministic.
 */
function vectorsOf(seed: number): Generated {
  const next = numbers(seed)
  const random = () => Float32Array.from({ length: DIMENSIONS }, () => next() - 0.5)
  const centres = Array.from({ length: CENTRES }, () => normalise(random()))
  const directions = Array.from({ length: DIRECTIONS }, () => normalise(random()))
  const noise = Array.from({ length: 97 }, () => normalise(random()))
  const made = (index: number, salt: number): Float32Array => {
    const own = numbers(index * 31 + salt)
    own()
    const vector = Float32Array.from(centres[Math.floor(own() ** 1.5 * CENTRES)] as Float32Array)
    for (const direction of directions) add(vector, direction, (own() - 0.5) * 0.6)
    for (let time = 0; time < 6; time += 1)
      add(vector, noise[Math.floor(own() * noise.length)] as Float32Array, (own() - 0.5) * 0.5)
    return normalise(vector)
  }
  return {
    at: (index) => made(index, 0),
    near(index) {
      const vector = made(index, 0)
      add(vector, noise[index % noise.length] as Float32Array, 0.3)
      return normalise(vector)
    },
  }
}

function add(to: Float32Array, from: Float32Array, times: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] as number) + (from[at] as number) * times
}

/** Fills a store whose clusters were last computed when it had a third of the entries. */
async function fill(url: string, teamId: string, vectors: Generated, count: number): Promise<void> {
  const madeFor = Math.round(count / 3)
  const sample = Array.from({ length: Math.min(24_000, madeFor) }, (_, place) => vectors.at(place * 3))
  const steps = divide(sample, cellsFor(madeFor), numbers(5))
  let step = steps.next()
  while (!step.done) step = steps.next()
  const space = await makeSpace(teamId, MODEL, { dimensions: DIMENSIONS, madeFor, cells: step.value })
  let last = "00000000-0000-0000-0000-000000000000"
  for (let from = 0; from < count; from += BATCH) {
    const entries = await database().$queryRaw<{ id: string; fileId: string; projectId: string }[]>`
      SELECT id, file_id AS "fileId", project_id AS "projectId" FROM entry WHERE team_id = ${teamId}::uuid AND id > ${last}::uuid ORDER BY id LIMIT ${BATCH}`
    await storeVectors(
      teamId,
      space,
      entries.map((entry, place) => ({
        ...entry,
        hash: new Uint8Array(16),
        vector: vectors.at(from + place),
      })),
    )
    last = entries.at(-1)?.id ?? last
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("VACUUM ANALYZE entry_vector").finally(() => client.end())
}

const given = (vectors: ReadonlyMap<string, Float32Array>): Embedder => ({
  id: MODEL,
  dimensions: DIMENSIONS,
  outside: false,
  reads: () => true,
  embed: async (texts) =>
    texts.map((text) => vectors.get(text) ?? (vectors.values().next().value as Float32Array)),
  close: async () => undefined,
})

const someProject = async (teamId: string): Promise<string> =>
  (await database().project.findFirstOrThrow({ where: { teamId }, orderBy: { slug: "asc" } })).slug
