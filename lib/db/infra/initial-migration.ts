import type { MigrationList } from "@prisma/schema-engine-wasm"
import type { Client } from "pg"

/** The migration that creates the whole schema. It replaced all migrations before it. */
const INITIAL = "20261127143001_initial"

/** The newest migration that INITIAL replaced. A database that has it has the schema of INITIAL. */
const LAST_REPLACED = "20261127143000_second_opinions"

/** The database lacks some of the migrations that INITIAL replaced. */
export class OlderDatabase extends Error {
  override readonly name = "OlderDatabase"

  constructor(migration: string) {
    super(
      `This database is too old for a direct upgrade (its last migration is ${migration}). First start the last Quarterdeck that has prisma/migrations/${LAST_REPLACED} (27 November 2026) once, then start this one. The database is unchanged.`,
    )
  }
}

/** Returns those of the applied migrations that INITIAL replaced. Throws OlderDatabase if some are missing. */
export function replacedMigrations(
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
export async function recordInitial(client: Client, { migrationDirectories }: MigrationList): Promise<void> {
  const script = migrationDirectories.find(({ path }) => path === INITIAL)?.migrationFile.content.value ?? ""
  await client.query(
    `WITH replaced AS (DELETE FROM _prisma_migrations WHERE migration_name < $1)
     INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, encode(sha256(convert_to($2, 'UTF8')), 'hex'), $1, now(), now(), 1)`,
    [INITIAL, script],
  )
}
