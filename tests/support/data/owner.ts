import { Client } from "pg"
import { inject } from "vitest"

/** URL of the test's database as its owner. */
export function ownerUrl(): string {
  return siblingDatabaseUrl(
    inject("ownerTemplateUrl"),
    new URL(process.env.DATABASE_URL ?? "").pathname.slice(1),
  )
}

/** Runs SQL as the owner of the test's database, for statements the application's role may not run. */
export async function asOwner(sql: string): Promise<void> {
  await runAsOwner(new URL(ownerUrl()).pathname.slice(1), sql)
}

/** Runs SQL as the owner in another database of the server. */
export async function runAsOwner(database: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: siblingDatabaseUrl(inject("ownerTemplateUrl"), database) })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** URL of another database on the same server. */
export function siblingDatabaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
