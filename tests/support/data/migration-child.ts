import { systemActor } from "@/lib/auth/create-actor"
import { disconnect } from "@/lib/db/infra/client"
import { previewMigration } from "@/lib/operations/migration/migrations"
import { runMigration } from "@/lib/operations/migration/run"
import { runOperation } from "@/lib/operations/operation"

/**
 * A process that migrates the memory of a project and can be killed: `node migration-child.mjs TEAM PROJECT
 * A|D`.
 */
const [team = "", project = "", to = ""] = process.argv.slice(2)
if (to !== "A" && to !== "D") throw new Error(`there is no layout ${to}`)
const seen = await runOperation(previewMigration, systemActor(), { team, project, to })
if (!seen.ok) throw new Error(seen.message)
const ran = await runOperation(runMigration, systemActor(), { team, project, to, shown: seen.value.shown })
process.stdout.write(ran.ok ? "done\n" : `refused: ${ran.message}\n`)
await disconnect()
process.exit()
