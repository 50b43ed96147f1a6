import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest"
import { draftMigration, migrate } from "@/lib/db/infra/migrate"
import { readMigrations, readSchema } from "@/lib/db/infra/migration-engine"
import { TEMPLATE } from "../../support/data/database"

/** An empty database and a copy of the migrations, to which tests add some. */
let client: Client
let url = ""
let folder = ""
const name = `migrate_${crypto.randomUUID().replaceAll("-", "")}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "quarterdeck-migrations-"))
  const system = new Client({ connectionString: inject("ownerTemplateUrl").replace(/[^/]+$/, "postgres") })
  await system.connect()
  await system.query(`CREATE DATABASE ${name}`)
  await system.end()
  url = inject("ownerTemplateUrl").replace(/[^/]+$/, name)
  client = new Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

function givenMigration(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true })
  writeFileSync(join(folder, migration, "migration.sql"), sql)
}

const exists = async (table: string): Promise<boolean> =>
  (await client.query("SELECT to_regclass($1) AS found", [table])).rows[0].found !== null

describe("migrations", () => {
  it("apply completely and once, with any SQL", async () => {
    givenMigration(
      "1_first",
      `CREATE TABLE one (id int);\nCREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;`,
    )
    expect(await migrate(url, { folder })).toEqual(["1_first"])
    expect(await migrate(url, { folder })).toEqual([])
    expect((await client.query("SELECT two()")).rows).toEqual([{ two: 2 }])
  })

  it("leave no trace when they fail, report the reason, and apply once after a fix", async () => {
    givenMigration("2_bad", "CREATE TABLE half (id int);\nCREATE TABLE bad (id nonsense);")
    await expect(migrate(url, { folder })).rejects.toThrow(
      'Could not apply prisma/migrations/2_bad. The database is unchanged: type "nonsense" does not exist',
    )
    expect(await exists("half")).toBe(false)
    givenMigration("2_bad", "CREATE TABLE half (id int)")
    expect(await migrate(url, { folder })).toEqual(["2_bad"])
  })

  it("recover from a start that was killed during a migration", async () => {
    givenMigration("3_killed", "CREATE TABLE third (id int)")
    await client.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count) VALUES ('x', 'y', '3_killed', 0)",
    )
    expect(await migrate(url, { folder })).toEqual(["3_killed"])
    expect(await exists("third")).toBe(true)
  })

  it("are applied once by concurrent starts", async () => {
    givenMigration("4_race", "CREATE TABLE fourth (id int)")
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, { folder })))
    expect(applied.flat()).toEqual(["4_race"])
  })

  it("of a newer release prevent an older release from starting, and stay unchanged", async () => {
    givenMigration("5_newer", "CREATE TABLE fifth (id int)")
    await migrate(url, { folder })
    const [newer, older] = [folder, join(folder, "..", `${name}-older`)]
    cpSync(newer, older, { recursive: true })
    rmSync(join(older, "5_newer"), { recursive: true })
    try {
      await expect(migrate(url, { folder: older })).rejects.toThrow(
        "This database was migrated by a newer version of Quarterdeck (migration 5_newer). Upgrade this installation or restore a backup.",
      )
      expect(await migrate(url, { folder: newer })).toEqual([])
    } finally {
      rmSync(older, { recursive: true })
    }
  })

  describe("that the initial migration replaced", () => {
    /** A new database with the whole schema, as if it had applied these migrations of the replaced ones. */
    async function givenReplaced(...migrations: string[]): Promise<{ there: Client; url: string }> {
      const copy = `replaced_${crypto.randomUUID().replaceAll("-", "")}`
      await client.query(`CREATE DATABASE ${copy} TEMPLATE ${TEMPLATE}`)
      const at = inject("ownerTemplateUrl").replace(/[^/]+$/, copy)
      const there = new Client({ connectionString: at })
      await there.connect()
      onTestFinished(() => there.end())
      await there.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_initial'")
      for (const migration of migrations)
        await there.query(
          "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, 'x', $1, now(), 1)",
          [migration],
        )
      return { there, url: at }
    }

    const namesIn = async (there: Client) =>
      (await there.query("SELECT migration_name FROM _prisma_migrations ORDER BY 1")).rows.map(
        (row) => row.migration_name as string,
      )
    const ours = () => readMigrations().migrationDirectories.map((one) => one.path)

    it("are recorded as the initial one, and rows of the database stay", async () => {
      const { there, url: at } = await givenReplaced(
        "20261122001636_foundation",
        "20261127143000_second_opinions",
      )
      await there.query(
        "INSERT INTO word (team_id, word, beginning, ending) VALUES (gen_random_uuid(), 'a', 'a', 'a')",
      )
      expect(await migrate(at)).toEqual([])
      expect(await namesIn(there)).toEqual(ours())
      expect((await there.query("SELECT word FROM word")).rows).toEqual([{ word: "a" }])
      expect(await migrate(at)).toEqual([])
    })

    it("prevent a start if some are missing, with the step to take first", async () => {
      const { there, url: at } = await givenReplaced("20261122001636_foundation", "20261127040000_overrides")
      const before = await namesIn(there)
      await expect(migrate(at)).rejects.toThrow(
        /too old .*20261127040000_overrides.* First start the last version of Quarterdeck that includes .*20261127143000_second_opinions/,
      )
      expect(await namesIn(there)).toEqual(before)
    })

    it("stay recorded if a newer release migrated the database", async () => {
      const { there, url: at } = await givenReplaced("20261127143000_second_opinions", "29990101000000_newer")
      const before = await namesIn(there)
      await expect(migrate(at)).rejects.toThrow(
        "migrated by a newer version of Quarterdeck (migration 29990101000000_newer)",
      )
      expect(await namesIn(there)).toEqual(before)
    })
  })

  it("in prisma/migrations match prisma/schema", async () => {
    const real = join(folder, "..", `${name}-real`)
    cpSync("prisma/migrations", real, { recursive: true })
    expect(
      await draftMigration(inject("ownerTemplateUrl"), readSchema(), real).finally(() =>
        rmSync(real, { recursive: true }),
      ),
    ).toBeNull()
  })
})
