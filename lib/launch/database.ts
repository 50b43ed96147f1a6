import { setTimeout as pause } from "node:timers/promises"
import { startEmbedded, type EmbeddedDatabase } from "@/lib/db/embedded/database"
import { inspectServer } from "@/lib/db/infra/database-health"
import type { LaunchOptions, ReportProgress } from "./launch"
import { Refusal } from "./refusal.mjs"

const OLDEST = 15
const PATIENCE_MS = 60_000

/** Returns the database at DATABASE_URL, with DATABASE_OWNER_URL if its owner is another role. Without DATABASE_URL, returns the bundled database. */
export async function startDatabase(
  { databaseUrl, databaseOwnerUrl, home }: Pick<LaunchOptions, "databaseUrl" | "databaseOwnerUrl" | "home">,
  tell: ReportProgress,
): Promise<Pick<EmbeddedDatabase, "url" | "ownerUrl" | "stop">> {
  if (databaseUrl === null) {
    const embedded = await startEmbedded(home).catch((cause: Error) => {
      throw new Refusal(cause.message, { cause })
    })
    tell("PostgreSQL 18, embedded")
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
