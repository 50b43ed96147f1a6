import { Client } from "pg"
import type { TestProject } from "vitest/node"
import { startThrowaway } from "@/lib/db/embedded/database"
import { migrate } from "@/lib/db/infra/migrate"

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated, empty database. */
    templateUrl: string
    /** The same as the role that owns it: what makes databases, and changes tables. */
    ownerTemplateUrl: string
  }
}

/** What test files copy: a database that lets nobody in, as one that somebody is connected to cannot be copied. */
export const TEMPLATE = "tested"

async function closeTemplate(ownerUrl: string): Promise<void> {
  const url = new URL(ownerUrl)
  const migrated = url.pathname.slice(1)
  const client = new Client({ connectionString: Object.assign(url, { pathname: "/postgres" }).href })
  await client.connect()
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE "${migrated}"`)
  await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  await client.end()
}

/** One server of its own for all data tests, on a free port, gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowaway()
  await migrate(server.ownerUrl, { applicationUrl: server.url })
  await closeTemplate(server.ownerUrl)
  project.provide("templateUrl", server.url)
  project.provide("ownerTemplateUrl", server.ownerUrl)
  return () => server.stop()
}
