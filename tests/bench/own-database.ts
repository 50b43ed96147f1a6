import { Client } from "pg"
import { database, disconnect } from "@/lib/db/infra/client"
import { migrate } from "@/lib/db/infra/migrate"

/** Runs an action in a new database on the server at `url` and deletes the database. */
export async function inOwnDatabase<T>(
  url: string,
  name: string,
  work: (own: string) => Promise<T>,
): Promise<T> {
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
  await run(url, `CREATE DATABASE ${name}`)
  await disconnect()
  process.env.DATABASE_URL = own
  try {
    await migrate(own)
    await database().$queryRaw`SELECT 1`
    return await work(own)
  } finally {
    await disconnect()
    process.env.DATABASE_URL = url
    await run(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
