import next from "next"
import { prepareAuth } from "@/lib/auth/prepare"
import { disconnect } from "@/lib/db/infra/client"
import { startBackgroundWork } from "./background"
import { importDirectory, loadSamples, ownerLink, readByNewRules } from "./samples-and-first-import"
import { startDatabase } from "./database"
import { migrate } from "@/lib/db/infra/migrate"
import { ownsAuditLog } from "@/lib/db/infra/migrate-rights"
import type { Launch } from "./launch"
import { findUnavailable } from "@/lib/db/infra/database-unavailable"
import { Refusal } from "./refusal.mjs"
import { warmUp } from "./warm-up"

/**
 * Runs the second half of a start, after the build: database, content, pages. Returns the link to become the
 * owner, or null. Throws a Refusal if the database is unavailable.
 */
export async function serve(launch: Launch): Promise<{ ownerLink: string | null }> {
  try {
    return await serveAll(launch)
  } catch (cause) {
    const unavailable = findUnavailable(cause)
    throw unavailable ? new Refusal(`Could not start. ${unavailable.message}`, { cause }) : cause
  }
}

async function serveAll({ options, door, step, onEnd }: Launch): Promise<{ ownerLink: string | null }> {
  const database = await step("Database", (tell) => startDatabase(options, tell))
  onEnd(database.stop)
  onEnd(() => atMost(DISCONNECT_MS, disconnect()))
  process.env.DATABASE_URL = database.url
  delete process.env.DATABASE_OWNER_URL // after this, nothing in this process uses the owner role
  await step("Migrations", async () => {
    const applied = await migrate(database.ownerUrl, { applicationUrl: database.url })
    return applied.length ? `applied ${applied.length}` : "up to date"
  })
  if (await ownsAuditLog(database.url))
    await step(
      "Audit log",
      async () =>
        "not protected, because the role in DATABASE_URL owns it. Set DATABASE_OWNER_URL to a URL with a separate owner role",
    )
  await prepareAuth(options)
  await step("Entries", (tell) => readByNewRules(tell))
  const background = startBackgroundWork()
  onEnd(() => atMost(STOP_MS, background.stop()))
  if (options.samples) await step("Samples", (tell) => loadSamples(tell))
  const { import: folder, project } = options
  if (folder) await step("Import", (tell) => importDirectory({ folder, project, tell }))
  await step("Pages", async () => {
    const app = next({ dev: options.dev, dir: process.cwd(), hostname: options.host, port: options.port })
    await app.prepare()
    onEnd(() => atMost(PAGES_MS, app.close()))
    door.open({ handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() })
  })
  background.addRest()
  if (!options.dev) onEnd(warmUp(options)) // in development, pages are built on the first request
  return { ownerLink: await ownerLink(options.url) }
}

/** Maximum time to wait for background work at a stop. Interrupted work is repeated, as after a crash. */
const STOP_MS = 5_000
const PAGES_MS = 1_000

/** Time to wait for connections of interrupted work. */
const DISCONNECT_MS = 2_000

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}
