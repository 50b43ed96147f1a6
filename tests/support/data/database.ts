import { Client } from "pg"
import type { TestProject } from "vitest/node"
import { startThrowaway } from "@/lib/db/embedded/database"
import { migrate } from "@/lib/db/infra/migrate"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a migrated, empty database. */
    templateUrl: string
    /** URL of the same database as its owner, who creates databases and alters tables. */
    ownerTemplateUrl: string
  }
}

/**
 * Name of the template database. It accepts no connections, because PostgreSQL cannot copy a database in use.
 */
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

/** Starts one database server for all data tests on a free port. Returns the function that removes it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowaway()
  await migrate(server.ownerUrl, { applicationUrl: server.url })
  await closeTemplate(server.ownerUrl)
  project.provide("templateUrl", server.url)
  project.provide("ownerTemplateUrl", server.ownerUrl)
  return () => server.stop()
}
