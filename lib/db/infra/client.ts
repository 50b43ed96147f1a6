import { PrismaPg } from "@prisma/adapter-pg"
import { PrismaClient } from "@/generated/prisma/client"
import { RedactingClient } from "./redacting-client"
import { markUnavailable } from "./unavailable"
import { preparedName } from "./prepared-statements"

const held = globalThis as unknown as { quarterdeckDatabase?: PrismaClient }

/** The one client of this process. Made on first use, so that importing a module never asks for a database. */
export function database(): PrismaClient {
  held.quarterdeckDatabase ??= connect()
  return held.quarterdeckDatabase
}

/** Ends every connection; the next `database()` connects anew. */
export async function disconnect(): Promise<void> {
  const client = held.quarterdeckDatabase
  held.quarterdeckDatabase = undefined
  await client?.$disconnect()
}

function connect(): PrismaClient {
  const url = process.env.DATABASE_URL
  if (!url)
    throw new Error(
      "DATABASE_URL is not set: start Quarterdeck with npm start, or set it to a PostgreSQL 15 or newer",
    )
  const adapter = new PrismaPg(
    { connectionString: url, max: poolSize(), connectionTimeoutMillis: 10_000, Client: RedactingClient },
    { onPoolError: () => undefined, statementNameGenerator: preparedName },
  )
  // Minimal: its errors do not print the arguments of the call, which are memory text.
  const client = new PrismaClient({ adapter, errorFormat: "minimal" })
  const marking = client.$extends({
    query: {
      $allOperations: async ({ args, query }) => query(args).catch(rethrowMarked),
    },
  })
  // The extension adds no method, so the type of the plain client holds.
  return marking as unknown as PrismaClient
}

/** Connections of this process for requests and background work. lib/launch/options.mjs refuses other values at the start. */
function poolSize(): number {
  return Number(process.env.QUARTERDECK_POOL) || 10
}

function rethrowMarked(cause: unknown): never {
  throw markUnavailable(cause)
}
