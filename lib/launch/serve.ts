import next from "next"
import { prepareAuth } from "@/lib/auth/prepare"
import { disconnect } from "@/lib/db/client"
import {
  importDirectory,
  keepAlertsTrue,
  keepChannelsTold,
  keepCoachGoing,
  keepConflictsFound,
  keepHeartbeatGoing,
  keepImportsGoing,
  keepMeaningsIndexed,
  loadSamples,
  ownerLink,
  readByNewRules,
} from "./content"
import { startDatabase } from "./database"
import { migrate } from "@/lib/db/migrate"
import { ownsAuditLog } from "@/lib/db/migrate-rights"
import type { Launch } from "./launch"
import { findUnavailable } from "@/lib/db/infra/unavailable"
import { Refusal } from "./refusal.mjs"
import { warmUp } from "./warm-up"

/** The second half of a start, once everything is built: database, content, pages. */
export async function serve(launch: Launch): Promise<{ ownerLink: string | null }> {
  try {
    return await serveAll(launch)
  } catch (cause) {
    const unavailable = findUnavailable(cause)
    throw unavailable ? new Refusal(`The start stopped. ${unavailable.message}`, { cause }) : cause
  }
}

async function serveAll({ options, door, step, onEnd }: Launch): Promise<{ ownerLink: string | null }> {
  const database = await step("Database", (tell) => startDatabase(options, tell))
  onEnd(database.stop)
  onEnd(disconnect)
  process.env.DATABASE_URL = database.url
  delete process.env.DATABASE_OWNER_URL // from here on nothing of ours is the owner
  await step("Migrations", async () => {
    const applied = await migrate(database.ownerUrl, { applicationUrl: database.url })
    return applied.length ? `applied ${applied.length}` : "up to date"
  })
  if (await ownsAuditLog(database.url))
    await step(
      "Audit log",
      async () =>
        "the role of DATABASE_URL owns it and could take its protection away: give the owner a role of its own, DATABASE_OWNER_URL",
    )
  await prepareAuth(options)
  await step("Entries", (tell) => readByNewRules(tell))
  onEnd(keepImportsGoing())
  onEnd(keepConflictsFound())
  onEnd(keepMeaningsIndexed())
  if (options.samples) await step("Samples", (tell) => loadSamples(tell))
  const { import: folder, project } = options
  if (folder) await step("Import", (tell) => importDirectory({ folder, project, tell }))
  await step("Pages", async () => {
    const app = next({ dev: options.dev, dir: process.cwd(), hostname: options.host, port: options.port })
    await app.prepare()
    onEnd(() => Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())]))
    door.open({ handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() })
  })
  onEnd(keepChannelsTold())
  onEnd(keepAlertsTrue())
  onEnd(keepCoachGoing())
  onEnd(keepHeartbeatGoing()) // once there is something to look at
  if (!options.dev) onEnd(warmUp(options)) // pages that are being worked on are built when somebody looks at them
  return { ownerLink: await ownerLink(options.url) }
}
