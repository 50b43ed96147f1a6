import { Client } from "pg"
import { afterAll, inject } from "vitest"
import { disconnect } from "@/lib/db/client"

/** Runs before every data test file: gives it a database of its own, so that no file sees what another has written. */
const template = new URL(inject("templateUrl"))
const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
await run(`CREATE DATABASE ${name} TEMPLATE "${template.pathname.slice(1)}"`)
process.env.DATABASE_URL = beside(name)

afterAll(async () => {
  await disconnect()
  await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

async function run(sql: string): Promise<void> {
  const client = new Client({ connectionString: beside("postgres") })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function beside(database: string): string {
  return Object.assign(new URL(template), { pathname: `/${database}` }).href
}
