import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { previewMigration, undoMigration } from "@/lib/operations/migration/migrations"
import { runMigration } from "@/lib/operations/migration/run"
import { runOperation } from "@/lib/operations/operation"
import { bundleForTests } from "../../support/isolated/bundles"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { filesThere, migrateTo, previewTo } from "../../support/data/migrations"
import { ownerUrl } from "../../support/data/owner"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const own = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
const FILES = Object.fromEntries(
  ["structure-architect", "risk-architect", "unit-tester", "contract-tester"].map((agent) => [
    own(agent),
    `# ${agent}\n\n- [2026-10-01] Said by all\n- Mine, of ${agent}\n`,
  ]),
)
/**
 * Tables on which a run can be blocked, in the order of its writes: its own row, revisions, removed files,
 * results, audit log.
 */
const POINTS = ["migration", "revision", "presence", "migration_write", "audit_event"]

let child = ""
beforeAll(async () => {
  child = await bundleForTests("tests/support/data/migration-child.ts")
})

/** Blocks writes to a table while `work` runs. `waits` resolves with the PID of the blocked connection. */
async function holding<Value>(
  table: string,
  work: (waits: () => Promise<number>) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: ownerUrl() })
  await client.connect()
  try {
    await client.query("BEGIN")
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`)
    return await work(async () => {
      for (;;) {
        const { rows } = await client.query<{ pid: number }>(
          "SELECT pid FROM pg_locks WHERE NOT granted AND relation = $1::regclass LIMIT 1",
          [table],
        )
        if (rows[0]) return rows[0].pid
        await pause(5)
      }
    })
  } finally {
    await client.end()
  }
}

const migrations = (team: { id: string }) => database().migration.count({ where: { teamId: team.id } })

describe("a migration that is interrupted", () => {
  it(
    "leaves no trace when its process is killed with -9 at a write, and succeeds afterwards",
    { timeout: 240_000 },
    async () => {
      const { team } = await givenMemory(FILES)
      const before = await filesThere(team)
      for (const table of sampleOf(POINTS, 3)) {
        await holding(table, async (waits) => {
          const other = spawn(process.execPath, [child, team.slug, "ledger", "D"], {
            stdio: ["ignore", "pipe", "inherit"],
            env: process.env,
          })
          const ended = once(other, "close")
          await waits()
          other.kill("SIGKILL")
          await ended
        })
        expect(await filesThere(team), table).toEqual(before)
        expect(await migrations(team), table).toBe(0)
      }
      expect((await migrateTo({ team, project: "ledger", to: "D" })).preview.totals).toMatchObject({
        removed: 4,
        lost: 0,
      })
    },
  )

  it("leaves no trace when the database connection breaks", { timeout: 120_000 }, async () => {
    const { team, lead } = await givenMemory(FILES)
    const before = await filesThere(team)
    const { shown } = await previewTo({ team, project: "ledger", to: "D" })
    for (const table of POINTS) {
      const run = await holding(table, async (waits) => {
        const running = runOperation(runMigration, lead, {
          team: team.slug,
          project: "ledger",
          to: "D",
          shown,
        }).then(
          () => "done",
          () => "broken off",
        )
        await database().$queryRaw`SELECT pg_terminate_backend(${await waits()}::int)::text`
        return running
      })
      expect(run, table).toBe("broken off")
      expect(await filesThere(team), table).toEqual(before)
    }
    expect(
      expectDone(
        await runOperation(runMigration, lead, { team: team.slug, project: "ledger", to: "D", shown }),
      ).files,
    ).toBe(6)
  })
})

describe("concurrent migrations", () => {
  it(
    "of the same files succeed for one user and report it to the others, also for overlapping files",
    { timeout: 120_000 },
    async () => {
      const { team, lead } = await givenMemory(FILES)
      const second = await actorOf(await givenPerson({ team, role: "lead" }))
      const whole = { team: team.slug, project: "ledger", to: "D" as const }
      const some = { ...whole, categories: ["testing"] }
      const [all, part] = [
        expectDone(await runOperation(previewMigration, lead, whole)).shown,
        expectDone(await runOperation(previewMigration, lead, some)).shown,
      ]
      const runs = await Promise.all([
        runOperation(runMigration, lead, { ...whole, shown: all }),
        runOperation(runMigration, second, { ...whole, shown: all }),
        runOperation(runMigration, second, { ...some, shown: part }),
      ])
      expect(runs.filter(({ ok }) => ok)).toHaveLength(1)
      for (const run of runs)
        if (!run.ok)
          expect([run.reason, run.message]).toEqual([
            expect.stringMatching(/^(?:stale|conflict)$/),
            expect.stringMatching(/[Nn]othing was written|already|nothing in this project/),
          ])
      expect(await migrations(team)).toBe(1)
      const said = Object.values(await filesThere(team)).flatMap((file) => file.said)
      for (const agent of ["structure-architect", "risk-architect", "unit-tester", "contract-tester"])
        expect(said.filter((one) => one === `current Mine, of ${agent}`)).toHaveLength(1)
    },
  )

  it(
    "with a concurrent import of the same source keep the imported entries, and lose or duplicate nothing",
    { timeout: 120_000 },
    async () => {
      const { team, lead } = await givenMemory(FILES)
      const before = await filesThere(team)
      const { shown } = await previewTo({ team, project: "ledger", to: "D" })
      const changed = { ...FILES, [own("unit-tester")]: `${FILES[own("unit-tester")]}- Learnt meanwhile\n` }
      const offered = await offerFiles(team, "/srv/ledger", changed, { project: "ledger" })
      const [run] = await Promise.all([
        runOperation(runMigration, lead, { team: team.slug, project: "ledger", to: "D", shown }),
        startAndWait(team, offered.run),
      ])
      if (!run.ok)
        expect(run).toMatchObject({
          reason: "stale",
          message: expect.stringContaining("nothing was written"),
        })
      const files = await filesThere(team)
      const said = Object.values(files).flatMap((file) => file.said)
      for (const { said: stood } of Object.values(before))
        for (const one of stood) expect(said).toContain(one)
      expect(said.filter((one) => one === "current Mine, of unit-tester").length).toBeLessThanOrEqual(
        run.ok ? 2 : 1,
      )
      expect(run.ok || said.includes("current Learnt meanwhile")).toBe(true)
    },
  )

  it(
    "two concurrent undos: one succeeds, the other gets the name of the user who did it",
    { timeout: 120_000 },
    async () => {
      const { team, lead } = await givenMemory(FILES)
      const before = await filesThere(team)
      const { migration } = await migrateTo({ team, project: "ledger", to: "D" })
      const second = await actorOf(await givenPerson({ team, role: "lead" }))
      const undos = await Promise.all(
        [lead, second].map((actor) => runOperation(undoMigration, actor, { team: team.slug, migration })),
      )
      expect(undos.filter(({ ok }) => ok)).toHaveLength(1)
      for (const one of undos) if (!one.ok) expect(one.reason).toMatch(/^(?:stale|conflict)$/)
      expect(await filesThere(team)).toEqual(before)
    },
  )
})
