import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startThrowaway } from "@/lib/db/embedded/database"
import { draftMigration } from "@/lib/db/infra/migrate"
import { LOCKFILE, readSchema } from "@/lib/db/infra/migration-engine"

/** Compares prisma/migrations with prisma/schema on a throw-away server and writes the difference as a new migration. */
export async function writeMigration(name: string): Promise<void> {
  const database = await startThrowaway()
  try {
    const sql = await draftMigration(database.ownerUrl, readSchema())
    if (!sql) return console.log("prisma/migrations is up to date with prisma/schema. Nothing was written.")
    const folder = join("prisma", "migrations", `${timestamp(new Date())}_${name}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "migration.sql"), sql)
    const lockfile = join("prisma", "migrations", "migration_lock.toml")
    if (!existsSync(lockfile)) writeFileSync(lockfile, LOCKFILE)
    console.log(
      `Created ${folder}/migration.sql. Review it before you commit it. Add SQL that Prisma cannot write (generated columns, triggers) by hand.`,
    )
  } finally {
    await database.stop()
  }
}

/** Returns a time as in the names of Prisma's migrations: 20260314153000. */
function timestamp(now: Date): string {
  return now.toISOString().replaceAll(/\D/g, "").slice(0, 14)
}
