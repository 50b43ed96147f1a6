import { Client } from "pg"
import { v7 } from "uuid"
import { searchDocument } from "@/lib/memory/search/search-text"
import { keysOf, spelledWords } from "@/lib/memory/search/spelling"
import { numbers } from "./generated-fleet"

export interface GeneratedStore {
  readonly teamId: string
  readonly team: string
  /** Evenly distributed statements of the store, for queries with the same or other words. */
  readonly planted: readonly { readonly id: string; readonly text: string }[]
}

const VOCABULARY = 24_000
const ENTRIES_A_FILE = 40
const BATCH = 10_000
const CATEGORIES = ["architecture", "testing", "planning", "operations", "security", "writing"]
const TYPES = ["decision", "convention", "pattern", "preference", "reference", null, null, null]
const FORMATS = ["memory-workspace", "memory-workspace", "claude-agent-memory", "memory-protocol"]
/** Endings of one statement in fifty, in languages without spaces. */
const UNSPACED = [
  "支払い処理は冪等でなければならない",
  "測試資料庫在每次部署後重建",
  "배포 후에 캐시를 비워야 한다",
]
/** Latest date of an entry. */
const LATEST = Date.UTC(2026, 10, 20)

const COMMON =
  "test service build code user error request deploy database file config token api client server data module schema type value key message queue event job worker cache index table column field form page component function class method branch commit review release version package script log alert metric team project order payment invoice account customer session login role policy flag secret image container cluster node port host path route handler retry timeout batch stream lock limit budget report export import search filter sort template email webhook callback fixture mock snapshot coverage lint format style rule"
const FUNCTION =
  "the a of to in for and is on when with that must by are not from before after use never always it only be as if".split(
    " ",
  )
const SYLLABLES =
  "ba be bi bo bu ca ce co cu da de di do du fa fe fi fo ga ge go ha he hi ho ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi za ze zo".split(
    " ",
  )
const CODAS = ["", "", "", "n", "r", "l", "s", "t", "x", "m", "nd", "st", "ck"]
const INFLECTIONS = ["", "", "", "", "s", "ing", "ed"]

/**
 * Inserts `count` entries of a new team directly into the tables. Words follow Zipf's law, from a vocabulary
 * of 24,000 with inflections; `hot` lines follow one template and differ in a number or name. The files
 * belong to 40 projects, 2,000 agents by default, and six categories. Two of three entries have a date, one
 * of twenty is retired.
 */
export async function generateStore(
  url: string,
  {
    count,
    hot = 10_000,
    seed = 7,
    projects = 40,
    agents = 2_000,
  }: { count: number; hot?: number; seed?: number; projects?: number; agents?: number },
): Promise<GeneratedStore> {
  const next = numbers(seed)
  const word = zipf(vocabulary(next), next)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const teamId = v7()
    const team = `large-${count}-${teamId.slice(-6)}`
    await client.query("INSERT INTO team (id, slug, name) VALUES ($1, $2, $2)", [teamId, team])
    const places = await givePlaces(client, teamId, { projects, agents })
    const {
      rows: [index],
    } = await client.query<{ made: string }>("SELECT pg_get_indexdef('entry_search_idx'::regclass) AS made")
    await client.query("DROP INDEX entry_search_idx")
    const words = new Set<string>()
    const planted: { id: string; text: string }[] = []
    const every = Math.floor(count / 400)
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => {
        const index = from + place
        const text =
          index < hot
            ? `Deploy ${index} of the ${word()} service to region ${index % 40} took longer than the budget allows`
            : `${statement(word, next)}${index % 50 === 7 ? ` ${UNSPACED[((index / 50) % UNSPACED.length) | 0]}` : ""}`
        const row = {
          id: v7(),
          file: Math.floor(index / ENTRIES_A_FILE),
          position: index % ENTRIES_A_FILE,
          text,
          words: searchDocument(text),
        }
        if (index % every === 0) planted.push({ id: row.id, text })
        return row
      })
      for (const one of spelledWords(rows.map((row) => row.words))) words.add(one)
      await insert(client, { teamId, places, rows })
    }
    await client.query(index?.made as string)
    await giveWords(client, teamId, [...words])
    await client.query("VACUUM ANALYZE entry")
    await client.query("ANALYZE word")
    await client.query("ANALYZE memory_file")
    return { teamId, team, planted }
  } finally {
    await client.end()
  }
}

interface Places {
  readonly projects: readonly string[]
  readonly agents: readonly string[]
  readonly categories: readonly string[]
}

async function givePlaces(
  client: Client,
  teamId: string,
  many: { projects: number; agents: number },
): Promise<Places> {
  const [projects, agents, categories] = [many.projects, many.agents, CATEGORIES.length].map((length) =>
    Array.from({ length }, () => v7()),
  ) as [string[], string[], string[]]
  await client.query(
    "INSERT INTO project (team_id, id, slug, name) SELECT $1, id, 'project-' || n, 'project-' || n FROM unnest($2::uuid[]) WITH ORDINALITY AS row(id, n)",
    [teamId, projects],
  )
  await client.query(
    "INSERT INTO category (team_id, id, slug, name, write_policy) SELECT $1, id, name, name, 'direct' FROM unnest($2::uuid[], $3::text[]) AS row(id, name)",
    [teamId, categories, CATEGORIES],
  )
  await client.query(
    "INSERT INTO agent (team_id, id, project_id, name) SELECT $1, id, project, 'agent-' || n FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS row(id, project, n)",
    [teamId, agents, agents.map((_, at) => projects[at % projects.length])],
  )
  return { projects, agents, categories }
}

interface Rows {
  readonly teamId: string
  readonly places: Places
  readonly rows: readonly { id: string; file: number; position: number; text: string; words: string }[]
}

async function insert(client: Client, { teamId, places, rows }: Rows): Promise<void> {
  const files = new Map<number, string>()
  for (const { file } of rows) if (!files.has(file)) files.set(file, fileId(teamId, file))
  const numbers = [...files.keys()]
  const of = <T>(list: readonly T[], file: number) => list[file % list.length] as T
  await client.query(
    `INSERT INTO memory_file (team_id, id, project_id, agent_id, category_id, path, format, role, scope, state, sha256, base, head, bytes, lines, entries, retired, sessions, problems, limits, meta, diagnostics, activity)
     SELECT $1, id, project, agent, category, 'memory/large-' || number || '.md', format, 'memory', scope, 'present', '', '', 1, 1, 1, ${ENTRIES_A_FILE}, 0, 0, 0, '{}', '{}', '[]', '{}'
     FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[]) AS file(id, number, project, agent, category, format, scope) ON CONFLICT DO NOTHING`,
    [
      teamId,
      [...files.values()],
      numbers,
      numbers.map((file) => of(places.projects, file)),
      numbers.map((file) => of(places.agents, file)),
      numbers.map((file) => of(places.categories, file)),
      numbers.map((file) => of(FORMATS, file >> 1)),
      numbers.map(scopeOf),
    ],
  )
  await client.query(
    `INSERT INTO entry (team_id, id, project_id, file_id, agent_id, scope, position, text, section, line, end_line, state, stated_on, type, since_revision, search)
     SELECT $1, id, project, file_id, agent, scope, position, text, 'Notes', position + 1, position + 1, state, day, type, 1, to_tsvector('simple', words)
     FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::date[], $12::text[]) AS row(id, file_id, position, text, words, project, agent, scope, state, day, type)`,
    [
      teamId,
      rows.map(({ id }) => id),
      rows.map(({ file }) => files.get(file)),
      rows.map(({ position }) => position),
      rows.map(({ text }) => text),
      rows.map(({ words }) => words),
      rows.map(({ file }) => of(places.projects, file)),
      rows.map(({ file }) => of(places.agents, file)),
      rows.map(({ file }) => scopeOf(file)),
      rows.map(({ file, position }) => ((file * 7 + position) % 20 === 0 ? "retired" : "current")),
      rows.map(({ file, position }) => dayOf(file, position)),
      rows.map(({ file, position }) => of(TYPES, file * 5 + position * 3)),
    ],
  )
}

/** Stores word counts like `keepWords` does for every write. */
async function giveWords(client: Client, teamId: string, words: readonly string[]): Promise<void> {
  const keys = words.map(keysOf)
  await client.query(
    "INSERT INTO word (team_id, word, beginning, ending) SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])",
    [teamId, words, keys.map((one) => one.beginning), keys.map((one) => one.ending)],
  )
}

const scopeOf = (file: number): string => ["global", "team"][file % 20] ?? "project"

/** Pseudo-random dates over two years. */
const dayOf = (file: number, position: number): string | null =>
  position % 3 === 2
    ? null
    : new Date(LATEST - ((file * 7919 + position * 104_729) % 730) * 86_400_000).toISOString().slice(0, 10)

function fileId(teamId: string, file: number): string {
  return `${teamId.slice(0, 24)}${file.toString(16).padStart(12, "0")}`
}

function vocabulary(next: () => number): string[] {
  const words = new Set(COMMON.split(" "))
  while (words.size < VOCABULARY) {
    const syllables = 2 + Math.floor(next() * 3)
    words.add(Array.from({ length: syllables }, () => pick(SYLLABLES, next)).join("") + pick(CODAS, next))
  }
  return [...words]
}

/** Zipf's law: the n-th word is 1/n as frequent as the first. */
function zipf(words: readonly string[], next: () => number): () => string {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= words.length; rank += 1) sums.push((sum += 1 / (rank + 2)))
  return () => {
    const at = next() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return (words[low] as string) + pick(INFLECTIONS, next)
  }
}

function statement(word: () => string, next: () => number): string {
  const length = 5 + Math.floor(next() * 9)
  const words = Array.from({ length }, () => (next() < 0.4 ? `${pick(FUNCTION, next)} ${word()}` : word()))
  if (next() < 0.2) words.splice(Math.floor(next() * words.length), 0, `\`src/${word()}/${word()}.ts\``)
  if (next() < 0.15) words.push(String(Math.floor(next() * 9000)))
  const text = words.join(" ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)] as T
}
