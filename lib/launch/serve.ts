import { setTimeout as pause } from "node:timers/promises"
import next from "next"
import { prepareAuth } from "@/lib/auth/machine-token"
import { disconnect } from "@/lib/db/infra/client"
import { startBackgroundWork, warmUp } from "./background"
import { importDirectory, loadSamples, ownerLink, readByNewRules } from "./samples-and-first-import"
import { migrate, ownsAuditLog } from "@/lib/db/infra/migrate"
import type { Launch, LaunchOptions, ReportProgress } from "./launch"
import { findUnavailable } from "@/lib/db/infra/database-unavailable"
import { startEmbedded, type EmbeddedDatabase } from "@/lib/db/embedded/database"
import { inspectServer } from "@/lib/db/infra/database-health"
import { Refusal } from "./refusal.mjs"

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

const OLDEST = 15
const PATIENCE_MS = 60_000

/** Returns the database at DATABASE_URL, with DATABASE_OWNER_URL if its owner is another role. Without DATABASE_URL, returns the bundled database. */
async function startDatabase(
  { databaseUrl, databaseOwnerUrl, home }: Pick<LaunchOptions, "databaseUrl" | "databaseOwnerUrl" | "home">,
  tell: ReportProgress,
): Promise<Pick<EmbeddedDatabase, "url" | "ownerUrl" | "stop">> {
  if (databaseUrl === null) {
    const embedded = await startEmbedded(home).catch((cause: Error) => {
      throw new Refusal(cause.message, { cause })
    })
    tell("PostgreSQL 18 (bundled)")
    return embedded
  }
  const version = await reach(databaseUrl, tell)
  if (version.major < OLDEST)
    throw new Refusal(
      `DATABASE_URL points to PostgreSQL ${version.text} (${withoutPassword(databaseUrl)}). Quarterdeck needs version ${OLDEST} or later`,
    )
  tell(`PostgreSQL ${version.text} at ${withoutPassword(databaseUrl)}`)
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined }
}

/**
 * Returns the version of a database. Waits up to a minute if the database is starting, as with compose or
 * after a restart of the machine. Throws a Refusal if it cannot be reached.
 */
async function reach(url: string, tell: ReportProgress): Promise<{ major: number; text: string }> {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(500)) {
    const server = await inspectServer(url)
    if (server.ok) return server
    if (!server.passing || Date.now() > until) {
      throw new Refusal(
        `Cannot connect to the database at ${withoutPassword(url)} (${server.reason}). Start the database, correct DATABASE_URL, or unset DATABASE_URL to use the bundled database`,
      )
    }
    tell(`waiting for ${withoutPassword(url)}: ${server.reason}`)
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL"
  const { host, hostname, pathname } = new URL(url)
  return `${host || hostname || "a local socket"}${pathname}`
}
