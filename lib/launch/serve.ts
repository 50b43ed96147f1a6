import next from "next"
import { prepareAuth } from "@/lib/auth/prepare"
import { disconnect } from "@/lib/db/client"
import { importDirectory, keepImportsGoing, loadSamples, ownerLink } from "./content"
import { startDatabase } from "./database"
import { migrate } from "@/lib/db/migrate"
import type { Launch } from "./launch"

/** The second half of a start, once everything is built: database, content, pages. */
export async function serve({ options, door, step, onEnd }: Launch): Promise<{ ownerLink: string | null }> {
  const database = await step("Database", (tell) => startDatabase(options, tell))
  onEnd(database.stop)
  onEnd(disconnect)
  process.env.DATABASE_URL = database.url
  await step("Migrations", async () => {
    const applied = await migrate(database.url)
    return applied.length ? `applied ${applied.length}` : "up to date"
  })
  await prepareAuth(options)
  onEnd(keepImportsGoing())
  if (options.samples) await step("Samples", (tell) => loadSamples(tell))
  const { import: folder, project } = options
  if (folder) await step("Import", (tell) => importDirectory({ folder, project, tell }))
  await step("Pages", async () => {
    const app = next({ dev: options.dev, dir: process.cwd(), hostname: options.host, port: options.port })
    await app.prepare()
    onEnd(() => Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())]))
    door.open({ handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() })
  })
  return { ownerLink: await ownerLink(options.url) }
}
