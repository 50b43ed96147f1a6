// npm run migration -- NAME: writes a migration with the differences between prisma/schema and the migrations.
import { root } from "./root.mjs"
import { importTypeScript } from "./bundle.mjs"

process.chdir(root)
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    "Usage: npm run migration -- NAME. Use a-z, 0-9 and _ only. Example: npm run migration -- add_sessions",
  )
  process.exit(2)
}
const { writeMigration } = await importTypeScript("lib/launch/quality/new-migration.ts")
await writeMigration(name)
