import type { MigrationList } from "@prisma/schema-engine-wasm"
import { Client, escapeLiteral, escapeIdentifier } from "pg"
import { withMigrationEngine, type SchemaFiles, EVERYTHING, readMigrations } from "./migration-engine"

/** The migration that creates the whole schema. It replaced all migrations before it. */
const INITIAL = "20261127143001_initial"

/** The newest migration that INITIAL replaced. A database that has it has the schema of INITIAL. */
const LAST_REPLACED = "20261127143000_second_opinions"

/** Error for a database that lacks some of the migrations that INITIAL replaced. */
class OlderDatabase extends Error {
  override readonly name = "OlderDatabase"

  constructor(migration: string) {
    super(
      `This database is too old for a direct upgrade (its last migration is ${migration}). First start the last version of Quarterdeck that includes prisma/migrations/${LAST_REPLACED} (27 November 2026) once, then start this version. The database is unchanged.`,
    )
  }
}

/** Returns those of the applied migrations that INITIAL replaced. Throws OlderDatabase if some are missing. */
function replacedMigrations(
  applied: readonly string[],
  { migrationDirectories }: MigrationList,
): readonly string[] {
  if (!migrationDirectories.some(({ path }) => path === INITIAL)) return []
  const replaced = applied.filter((name) => name < INITIAL).toSorted()
  const newest = replaced.at(-1)
  if (newest !== undefined && newest !== LAST_REPLACED) throw new OlderDatabase(newest)
  return replaced
}

/** Records INITIAL as applied in place of the migrations that it replaced. */
async function recordInitial(client: Client, { migrationDirectories }: MigrationList): Promise<void> {
  const script = migrationDirectories.find(({ path }) => path === INITIAL)?.migrationFile.content.value ?? ""
  await client.query(
    `WITH replaced AS (DELETE FROM _prisma_migrations WHERE migration_name < $1)
     INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, encode(sha256(convert_to($2, 'UTF8')), 'hex'), $1, now(), now(), 1)`,
    [INITIAL, script],
  )
}

/** Key of the advisory lock of migrations, which all instances share. */
const MIGRATION_LOCK = 0x71646d67

/** Error for a database with a migration that this release does not include. */
export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase"

  constructor(migration: string) {
    super(
      `This database was migrated by a newer version of Quarterdeck (migration ${migration}). Upgrade this installation or restore a backup.`,
    )
  }
}

interface MigrateOptions {
  /** Default: prisma/migrations. */
  readonly folder?: string
  /**
   * Connection string of the application, whose role is granted rights. Undefined if the migrating role is
   * the same.
   */
  readonly applicationUrl?: string
}

/**
 * Applies all new migrations to the database at `url` and returns their names. Instances that start at the
 * same time wait for one another. A migration is applied completely or not at all. If a migration fails,
 * throws an error with its name. Throws NewerDatabase or OlderDatabase, before any change, if the database
 * cannot be migrated from its state.
 */
export async function migrate(
  url: string,
  { folder, applicationUrl }: MigrateOptions = {},
): Promise<string[]> {
  const migrationsList = readMigrations(folder)
  const guard = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  guard.on("error", () => undefined) // a broken connection also fails its query
  await guard.connect()
  try {
    await guard.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK])
    const known = new Set(migrationsList.migrationDirectories.map((one) => one.path))
    const before = await listApplied(guard)
    const replaced = replacedMigrations(before, migrationsList)
    const unknown = before.find((name) => !known.has(name) && !replaced.includes(name))
    if (unknown !== undefined) throw new NewerDatabase(unknown)
    if (replaced.length > 0) await recordInitial(guard, migrationsList)
    const applied = await withMigrationEngine(
      { url, closing: markFinished(migrationsList) },
      async (engine) => {
        for (const migrationName of await listUnfinished(guard))
          await engine.markMigrationRolledBack({ migrationName })
        const { appliedMigrationNames } = await engine.applyMigrations({
          migrationsList,
          filters: EVERYTHING,
        })
        return appliedMigrationNames
      },
    )
    if (applicationUrl !== undefined) await grantRights(guard, applicationUrl)
    return applied
  } catch (cause) {
    if (cause instanceof NewerDatabase || cause instanceof OlderDatabase) throw cause
    const [name] = await listUnfinished(guard).catch(() => [])
    if (!name) throw cause
    throw new Error(
      `Could not apply prisma/migrations/${name}. The database is unchanged: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  } finally {
    await guard.end()
  }
}

/**
 * Returns a function that gives the statement to append to a script, which marks its migration as finished in
 * the same transaction. The engine would do so after the commit, and an interruption in between would block
 * all later starts. So an unfinished migration has changed nothing.
 */
function markFinished({ migrationDirectories }: MigrationList): (script: string) => string {
  const names = new Map(
    migrationDirectories.map(({ path, migrationFile: { content } }) => [content.value, path]),
  )
  return (script) => {
    const name = names.get(script)
    return name
      ? `UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND migration_name = ${escapeLiteral(name)}`
      : ""
  }
}

const listUnfinished = (client: Client) =>
  listMigrations(client, "finished_at IS NULL AND rolled_back_at IS NULL")

const listApplied = (client: Client) =>
  listMigrations(client, "finished_at IS NOT NULL AND rolled_back_at IS NULL")

async function listMigrations(client: Client, condition: string): Promise<string[]> {
  const {
    rows: [table],
  } = await client.query("SELECT to_regclass('_prisma_migrations') AS name")
  if (!table.name) return []
  const { rows } = await client.query<{ migration_name: string }>(
    `SELECT migration_name FROM _prisma_migrations WHERE ${condition} ORDER BY migration_name DESC`,
  )
  return rows.map((row) => row.migration_name)
}

/**
 * Returns the SQL that brings the schema of the migrations folder to that of prisma/schema. Null if both are
 * equal. Creates a temporary database on the server at `url`.
 */
export async function draftMigration(
  url: string,
  schema: SchemaFiles,
  folder?: string,
): Promise<string | null> {
  return withMigrationEngine({ url, schema }, async (engine) => {
    const { stdout, exitCode } = await engine.diff({
      from: { tag: "migrations", ...readMigrations(folder) },
      to: { tag: "schemaDatamodel", files: schema.map(([path, content]) => ({ path, content })) },
      script: true,
      exitCode: true,
      filters: EVERYTHING,
    })
    return exitCode === 2 ? stdout : null
  })
}

/** Tables that the application only reads: the audit log, and Prisma's record of migrations. */
const READ_ONLY = "audit_event, audit_link, audit_head, _prisma_migrations"

/** Columns of an event that the application may set. The database sets its number, time and hash. */
const EVENT = "team_id, actor_kind, actor_id, actor_name, kind, subject, detail"

/**
 * Grants the role at `applicationUrl` access to the tables that `owner` owns, after every migration. The role
 * may read and write all tables, except that it may only read the audit log and append to it. Does nothing if
 * both roles are the same. Throws if the two connections refer to different databases.
 */
async function grantRights(owner: Client, applicationUrl: string): Promise<void> {
  const { role, database } = await whoIs(applicationUrl)
  const {
    rows: [own],
  } = await owner.query<{ role: string; database: string; schema: string }>(
    "SELECT current_user AS role, current_database() AS database, current_schema() AS schema",
  )
  if (!own || database !== own.database)
    throw new Error(
      `DATABASE_URL refers to the database ${database}, but DATABASE_OWNER_URL refers to ${own?.database}. Both must refer to the same database`,
    )
  if (role === own.role) return
  const [to, schema] = [escapeIdentifier(role), escapeIdentifier(own.schema)]
  await owner.query(`BEGIN;
    GRANT USAGE ON SCHEMA ${schema} TO ${to};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
    REVOKE ALL ON ${READ_ONLY} FROM ${to};
    GRANT SELECT ON ${READ_ONLY} TO ${to};
    GRANT INSERT (${EVENT}) ON audit_event TO ${to};
    COMMIT`)
}

/**
 * True if the role at `url` could remove the protection of the audit log: as owner, as member of the owner's
 * role, or as superuser.
 */
export async function ownsAuditLog(url: string): Promise<boolean> {
  return once(url, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>(
      "SELECT pg_has_role(current_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'audit_event'::regclass",
    )
    return rows[0]?.owns === true
  })
}

async function whoIs(url: string): Promise<{ role: string; database: string }> {
  return once(url, async (client) => {
    const { rows } = await client.query<{ role: string; database: string }>(
      "SELECT current_user AS role, current_database() AS database",
    )
    return rows[0] as { role: string; database: string }
  })
}

async function once<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on("error", () => undefined) // a broken connection also fails its query
  await client.connect()
  return work(client).finally(() => client.end())
}
