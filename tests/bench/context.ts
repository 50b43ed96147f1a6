import { Client } from "pg"
import { systemActor } from "@/lib/auth/create-actor"
import { assembleContext } from "@/lib/operations/context/assemble"
import { type Figure, ms, quantile, timed } from "./figures"
import type { GeneratedStore } from "./generated-store"

const AGENTS = 200
const SHARED = 100_000
const BAR_MS = 20

/**
 * Contexts of agents in a generated store: from their own memory, before a task, and in a project with a
 * shared memory of 100,000 entries.
 */
export async function contextFigures(
  url: string,
  { teamId, team, planted }: GeneratedStore,
  count: number,
): Promise<Figure[]> {
  await giveSharedMemory(url, teamId)
  const agents = Array.from({ length: AGENTS }, (_, at) => ({
    agent: `agent-${at * 7 + 1}`,
    project: `project-${((at * 7) % 40) + 1}`,
  }))
  const size = count.toLocaleString("en")
  return [
    ...(await measure(`context of one agent at ${size} entries`, team, agents)),
    ...(await measure(
      "  before a task",
      team,
      agents.map((one, at) => ({ ...one, task: planted[at % planted.length]?.text ?? "" })),
    )),
    ...(await measure(
      `  where the project shares ${SHARED.toLocaleString("en")} of them`,
      team,
      agents.map((_, at) => ({ agent: `new-${at}`, project: "shared" })),
    )),
    ...(await measure(
      "  there before a task",
      team,
      agents.map((_, at) => ({
        agent: `new-${at}`,
        project: "shared",
        task: planted[at % planted.length]?.text ?? "",
      })),
    )),
  ]
}

/** Measures each request once after one warm-up. */
async function measure(
  what: string,
  team: string,
  asked: readonly { agent: string; project: string; task?: string }[],
): Promise<Figure[]> {
  const times: number[] = []
  for (const round of [1, 2]) {
    for (const one of asked) {
      const { ms: took, value } = await timed(() =>
        assembleContext(systemActor(), { team, ...one }, { delivers: false }),
      )
      if (!value.ok || value.value.entries.length !== 10)
        throw new Error(
          `${one.agent} of ${one.project}: ${value.ok ? `${value.value.entries.length} entries` : value.message}`,
        )
      if (round === 2) times.push(took)
    }
  }
  return [
    {
      what: `${what}, p50, p95`,
      value: `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.95))}`,
      bar: `≤ ${BAR_MS} ms p95`,
      holds: quantile(times, 0.95) <= BAR_MS,
    },
  ]
}

/**
 * Copies statements of the store to the shared memory of a project, with dates over two years and different
 * confidence and reads.
 */
async function giveSharedMemory(url: string, teamId: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("SELECT 1 FROM project WHERE team_id = $1 AND slug = 'shared'", [
      teamId,
    ])
    if (rowCount) return
    await client.query(
      `WITH project AS (INSERT INTO project (team_id, id, slug, name) VALUES ($1, uuidv7(), 'shared', 'shared') RETURNING id),
       file AS (
         INSERT INTO memory_file (team_id, id, project_id, path, format, role, scope, state, sha256, base, head, bytes, lines, entries, retired, sessions, problems, limits, meta, diagnostics, activity, updated_on)
         SELECT $1, uuidv7(), project.id, 'memory/projects/shared-' || n || '/memory.json', 'memory-protocol', 'memory', 'project', 'present', '', '', 1, 1, 1, 250, 0, 0, 0, '{}', '{}', '[]', '{}', current_date FROM project, generate_series(0, ${SHARED / 250 - 1}) AS n
         RETURNING id, project_id, path),
       taken AS (SELECT text, search, row_number() OVER () - 1 AS n FROM (SELECT text, search FROM entry WHERE team_id = $1 LIMIT ${SHARED}) AS several),
       numbered AS (SELECT id, project_id, row_number() OVER (ORDER BY path) - 1 AS n FROM file)
       INSERT INTO entry (team_id, id, project_id, file_id, scope, position, text, line, end_line, state, stated_on, type, confidence, accessed_count, since_revision, search)
       SELECT $1, uuidv7(), f.project_id, f.id, 'project', t.n % 250, t.text || ' ' || t.n, t.n % 250 + 1, t.n % 250 + 1, 'current', CASE WHEN t.n % 3 < 2 THEN current_date - (t.n * 7919 % 730)::int END, 'decision', CASE WHEN t.n % 4 < 3 THEN (t.n * 104729 % 1000) / 1000.0 END, t.n * 31 % 40, 1, t.search
       FROM taken t JOIN numbered f ON f.n = t.n / 250`,
      [teamId],
    )
    await client.query("ANALYZE entry; ANALYZE memory_file")
  } finally {
    await client.end()
  }
}
