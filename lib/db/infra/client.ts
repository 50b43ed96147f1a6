import { PrismaPg } from "@prisma/adapter-pg"
import { Client, type ClientConfig, type DatabaseError } from "pg"
import { PrismaClient } from "@/generated/prisma/client"
import { markUnavailable } from "./database-unavailable"

const held = globalThis as unknown as { quarterdeckDatabase?: PrismaClient }

type Write =
  | "create"
  | "createMany"
  | "createManyAndReturn"
  | "update"
  | "updateMany"
  | "updateManyAndReturn"
  | "upsert"
  | "delete"
  | "deleteMany"

type Model = Exclude<keyof PrismaClient, `$${string}` | symbol>

/** A database client without methods that write. Every transaction (`Tx`) is also a `Reader`. */
export type Reader = Pick<PrismaClient, "$queryRaw" | "$queryRawUnsafe"> & {
  readonly [Name in Model]: Omit<PrismaClient[Name], Write>
}

/** Returns the database for reads. Writes go through `commit`. */
export const database = (): Reader => connection()

/**
 * Returns the database client for writes without an audit event, which no person or token requested. Examples
 * are leases, progress and results of background work, logins, counts of failed sign-ins, caches, and
 * deletion of expired rows. Every other write goes through `commit`.
 */
export const bookkeeping = (): PrismaClient => connection()

/**
 * Returns the database client of this process, which is created on first use, so that importing a module
 * needs no database. Only `commit` may use it, to start transactions. Throws if DATABASE_URL is not set.
 */
export function connection(): PrismaClient {
  held.quarterdeckDatabase ??= connect()
  return held.quarterdeckDatabase
}

/** Closes all connections. The next `database()` connects again. */
export async function disconnect(): Promise<void> {
  const client = held.quarterdeckDatabase
  held.quarterdeckDatabase = undefined
  await client?.$disconnect()
}

function connect(): PrismaClient {
  const url = process.env.DATABASE_URL
  if (!url)
    throw new Error(
      "DATABASE_URL is not set. Start Quarterdeck with npm start, or set DATABASE_URL to a PostgreSQL database, version 15 or later",
    )
  const adapter = new PrismaPg(
    { connectionString: url, max: poolSize(), connectionTimeoutMillis: 10_000, Client: RedactingClient },
    { onPoolError: () => undefined, statementNameGenerator: preparedName },
  )
  // Minimal errors: others contain the arguments of the call, which are memory text.
  const client = new PrismaClient({ adapter, errorFormat: "minimal" })
  const marking = client.$extends({
    query: {
      $allOperations: async ({ args, query }) => query(args).catch(rethrowMarked),
    },
  })
  // The extension adds no method, so the type of the plain client applies.
  return marking as unknown as PrismaClient
}

/**
 * Returns the maximum number of connections of this process, for requests and background work.
 * lib/launch/options.mjs checks the setting at the start.
 */
function poolSize(): number {
  return Number(process.env.QUARTERDECK_POOL) || 10
}

function rethrowMarked(cause: unknown): never {
  throw markUnavailable(cause)
}

/**
 * A connection that removes values from error messages. PostgreSQL quotes whole rows and values, and memory
 * text must not reach the logs.
 */
class RedactingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    // Registered first, so that no message with values is created.
    this.connection.prependListener("errorMessage", leaveValuesOut)
  }
}

function leaveValuesOut(error: DatabaseError): void {
  // Keeps the names of columns: "Key (team_id, name)".
  error.detail = /^Key \([^)]*\)/.exec(error.detail ?? "")?.[0]
  error.where = undefined
  error.internalQuery = undefined
  // Class 22 quotes values: invalid input syntax for type integer: "…"
  if (error.code?.startsWith("22") && error.message.endsWith('"'))
    error.message = error.message.split(': "')[0] ?? ""
}

/** Names of prepared statements, by their constant SQL text. */
const names = new Map<string, string>()

/** Maximum number of prepared statements. Each connection keeps the plans of all of them. */
const MOST = 64

/**
 * Marks a statement to be prepared on each connection, because planning it takes longer than running it, and
 * returns the statement. Use it only for statements whose best plan does not depend on the values.
 */
export function prepared(sql: string): string {
  if (!names.has(sql) && names.size < MOST) names.set(sql, `quarterdeck_${names.size + 1}`)
  return sql
}

/** Returns the name of a prepared statement, "" for others. */
const preparedName = ({ sql }: { readonly sql: string }): string => names.get(sql) ?? ""
