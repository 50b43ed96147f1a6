import { Client } from "pg"
import { inject } from "vitest"

/** The test's own database, as the role that owns it. */
export function ownerUrl(): string {
  return beside(inject("ownerTemplateUrl"), new URL(process.env.DATABASE_URL ?? "").pathname.slice(1))
}

/** Does to the test's own database what the application's role may not: changes tables. */
export async function asOwner(sql: string): Promise<void> {
  await runAsOwner(new URL(ownerUrl()).pathname.slice(1), sql)
}

/** SQL as the owner, in another database of the server. */
export async function runAsOwner(database: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: beside(inject("ownerTemplateUrl"), database) })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** The address of another database of the same server. */
export function beside(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
