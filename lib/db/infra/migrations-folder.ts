import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { MigrationList } from "@prisma/schema-engine-wasm"
import type { SchemaFiles } from "./migration-engine"

/** Filter for the engine: no table or type is managed outside the migrations. */
export const EVERYTHING = { externalTables: [], externalEnums: [] }

/** Content of Prisma's lock file in the migrations folder. */
export const LOCKFILE = `# Written by Prisma; keep it in version control.\nprovider = "postgresql"\n`

/** Returns prisma/migrations for the engine, oldest first. `prisma migrate deploy` reads the same folder. */
export function readMigrations(folder = resolve("prisma/migrations")): MigrationList {
  const names = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .toSorted()
    : []
  const lockfile = join(folder, "migration_lock.toml")
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : LOCKFILE,
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  }
}

/** Returns all .prisma files below prisma/schema as [path, content]. */
export function readSchema(folder = resolve("prisma/schema")): SchemaFiles {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".prisma"))
    .toSorted()
    .map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")])
}
