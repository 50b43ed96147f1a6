import { Client } from "pg"
import { systemActor } from "@/lib/auth/create-actor"
import { packActivity } from "@/components/agents/activity"
import { packAgents } from "@/components/agents/fleet"
import { packGrowth } from "@/components/agents/growth/growth"
import { database } from "@/lib/db/infra/client"
import { showFleet } from "@/lib/operations/agents/fleet"
import { showActivity, showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showCoverage, showRedundancy } from "@/lib/operations/agents/overlap"
import { showFleetLoads } from "@/lib/operations/agents/loads"
import { showSilos } from "@/lib/operations/agents/silos"
import { showHealth } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { type Figure, ms, quantile, onlyOf } from "./figures"
import { inOwnDatabase } from "./own-database"
import { generateStore } from "./generated-store"

const ENTRIES = 1_000_000
const ROUNDS = 12

type Asked = { team: string; project?: string }

/** Each view of the fleet with the query of its page and the data sent to the browser. */
export const VIEWS: readonly { readonly name: string; readonly ask: (of: Asked) => Promise<unknown> }[] = [
  {
    name: "agents",
    ask: async (of) =>
      valueOf(await runOperation(showFleet, systemActor(), of), ({ agents, categories }) => [
        packAgents(agents),
        categories,
      ]),
  },
  {
    name: "activity",
    ask: async (of) =>
      valueOf(await runOperation(showActivity, systemActor(), of), ({ weeks, agents, categories }) => [
        weeks,
        packActivity(agents, categories),
      ]),
  },
  {
    name: "coverage",
    ask: async (of) => valueOf(await runOperation(showCoverage, systemActor(), of), (all) => all),
  },
  {
    name: "known by one",
    ask: async (of) => valueOf(await runOperation(showSilos, systemActor(), of), (all) => all),
  },
  {
    name: "redundant",
    ask: async (of) => valueOf(await runOperation(showRedundancy, systemActor(), of), (all) => all),
  },
  {
    name: "growth",
    ask: async (of) =>
      valueOf(await runOperation(showGrowth, systemActor(), of), ({ weeks, agents }) => [
        weeks,
        packGrowth(agents),
      ]),
  },
  {
    name: "loads",
    ask: async (of) =>
      valueOf(await runOperation(showFleetLoads, systemActor(), of), ({ agents, files }) => [agents, files]),
  },
  {
    name: "health",
    ask: async (of) => valueOf(await runOperation(showHealth, systemActor(), of), (all) => all),
  },
]

function valueOf<Value>(
  outcome: { ok: true; value: Value } | { ok: false; message: string },
  sent: (value: Value) => unknown,
): unknown {
  if (!outcome.ok) throw new Error(outcome.message)
  return sent(outcome.value)
}

/**
 * Server time, CPU time and response size of every fleet view: 42 agents in a database of their own, a
 * project with 50 agents in a store of a million entries, and all 2,000 agents of that store. `--only
 * growth,loads` selects views by name.
 */
export async function fleetViewFigures(url: string): Promise<Figure[]> {
  const small = await inOwnDatabase(url, "quarterdeck_small_fleet", async (own) => {
    const { team, teamId } = await generateStore(own, { count: 4_000, hot: 40, projects: 3, agents: 42 })
    await giveFleet(own, teamId)
    return measure("42 agents, 4,000 entries", { team }, 50)
  })
  const { team, teamId } = await generateStore(url, { count: ENTRIES })
  await giveFleet(url, teamId)
  const project = (await database().project.findFirstOrThrow({ where: { teamId }, orderBy: { slug: "asc" } }))
    .slug
  return [
    ...small,
    ...(await measure("one project of 50 agents among 1,000,000 entries", { team, project }, 50)),
    ...(await measure("2,000 agents, 1,000,000 entries", { team }, 250)),
  ]
}

async function measure(label: string, of: Asked, bar: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const only = onlyOf(process.argv)
  for (const { name, ask: view } of VIEWS.filter((one) => only === undefined || only.includes(one.name))) {
    const times: number[] = []
    let sent: unknown = null
    const cold = performance.now()
    await view(of)
    const first = performance.now() - cold
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      sent = await view(of)
      times.push(performance.now() - start)
    }
    const { user, system } = process.cpuUsage(before)
    const p95 = quantile(times, 0.95)
    figures.push({
      what: `${name}, ${label}: p50, p95, the first, own processor time, sent`,
      value: `${ms(quantile(times, 0.5))}, ${ms(p95)}, ${ms(first)}, ${ms((user + system) / 1000 / ROUNDS)}, ${Math.round(Buffer.byteLength(JSON.stringify(sent)) / 1024)} KB`,
      bar: `≤ ${bar} ms p95`,
      holds: p95 <= bar,
    })
  }
  return figures
}

/**
 * Adds the records that fleet views need to a generated store: categories, sections, revisions over several
 * weeks, receipts, and duplicates.
 */
export async function giveFleet(url: string, teamId: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const run = (sql: string) => client.query(sql, [teamId])
  try {
    await run(
      `UPDATE agent a SET category_id = c.id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM category WHERE team_id = $1) c, (SELECT id, row_number() OVER (ORDER BY id) AS n FROM agent WHERE team_id = $1) o WHERE a.team_id = $1 AND o.id = a.id AND c.n = o.n % 6`,
    )
    await run(`UPDATE memory_file f SET category_id = NULL, scope = 'project', lines = 60, project_id = a.project_id, limits = '{"budget": 100, "lines": 200}', head = 3,
      activity = (SELECT jsonb_object_agg(to_char(date_trunc('week', now()) - w * interval '7 days', 'YYYY-MM-DD'), 1 + (w * 7 + length(f.path)) % 5) FROM generate_series(0, 25) w WHERE (w + ascii(right(f.id::text, 1))) % 3 = 0)
      FROM agent a WHERE f.team_id = $1 AND a.team_id = f.team_id AND a.id = f.agent_id`)
    await run(`INSERT INTO section (team_id, file_id, position, name, level, line, end_line, audience, entries)
      SELECT f.team_id, f.id, s, (ARRAY['Accumulated Findings', 'What Worked', 'Watch Points', 'Open Threads', 'Project Context', 'Decisions', 'Conventions'])[1 + (s + ascii(right(f.id::text, 1))) % 7], 2, 1 + s * 10, 10 + s * 10, 'everyone', 10
      FROM memory_file f, generate_series(0, 3) s WHERE f.team_id = $1`)
    await run(`INSERT INTO revision (team_id, file_id, number, text, sha256, actor_kind, actor_id, actor_name, reason, created_at)
      SELECT f.team_id, f.id, n, repeat(E'a line of some words\\n', 40 + n * 7), '', 'system', 'system', 'system', 'made', now() - (4 - n) * interval '9 days' FROM memory_file f, generate_series(1, 3) n WHERE f.team_id = $1`)
    await run(
      `UPDATE entry e SET text = 'Always keep what is held by many number ' || (ascii(right(f.id::text, 1)) * 31 + ascii(right(f.id::text, 2))) || ' in one place' FROM memory_file f WHERE e.team_id = $1 AND f.team_id = e.team_id AND f.id = e.file_id AND e.position = 3`,
    )
    await run(`INSERT INTO last_receipt (team_id, project_id, agent_name, harness, receipt_id, session, sha256, tokens, files, revisions, unknown, created_at)
      SELECT a.team_id, a.project_id, a.name, h, gen_random_uuid(), 's', '', 100, array_agg(f.id ORDER BY f.id), array_agg(3 ORDER BY f.id), 0, now() FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id, unnest(ARRAY['claude-code', 'codex']) h
      WHERE a.team_id = $1 GROUP BY 1, 2, 3, 4`)
    // The state after an evaluation of alerts: nothing is marked, the number of stale entries of each file is
    // stored, and so are duplicates.
    await run("DELETE FROM watch_mark WHERE team_id = $1")
    await run(`INSERT INTO watched (team_id, unit, unit_id, said, agent_id, project_id, stale, stale_till, evaluated_at)
      SELECT f.team_id, 'file', f.id, array_agg(e.said) FILTER (WHERE e.state = 'current'), f.agent_id, f.project_id, count(*) FILTER (WHERE e.state = 'current' AND e.stated_on < timezone('UTC', now())::date - 180),
        min(e.stated_on + 181) FILTER (WHERE e.state = 'current' AND e.stated_on >= timezone('UTC', now())::date - 180), now()
      FROM memory_file f JOIN entry e ON e.team_id = f.team_id AND e.file_id = f.id WHERE f.team_id = $1 GROUP BY f.team_id, f.id`)
    await run(
      "INSERT INTO held_statement (team_id, said) SELECT team_id, said FROM entry WHERE team_id = $1 AND state = 'current' AND agent_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1",
    )
    for (const table of [
      "entry",
      "memory_file",
      "section",
      "revision",
      "agent",
      "last_receipt",
      "watched",
      "watch_mark",
      "held_statement",
    ])
      await client.query(`VACUUM ANALYZE ${table}`)
  } finally {
    await client.end()
  }
}
