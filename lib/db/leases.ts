import { Prisma, type PrismaClient } from "@/generated/prisma/client"
import { bookkeeping } from "./infra/client"
import { newId } from "./infra/identifiers"

/**
 * A lease ensures that only one of all processes on this database does a piece of work at a time. The process
 * renews the lease while it works and deletes it afterwards. If the process dies, the lease expires and
 * another process can take it.
 */

/** Milliseconds without a renewal after which a process counts as dead. */
export const LEASE_MS = 30_000
const RENEWALS_PER_LEASE = 5

export interface Lease {
  /** Name of the work, for example "job expire". */
  readonly key: string
  /** Id of this acquisition. The next acquisition has another one, also in the same process. */
  readonly holder: string
  readonly leaseMs: number
  /** Time at which the lease of an earlier process expired without being released. Null if there was none. */
  readonly abandonedAt: Date | null
}

/** Reason with which `withLease` aborts its signal, because another process has taken over the work. */
export class LostLeaseError extends Error {}

type Client = Pick<PrismaClient, "$queryRaw" | "$executeRaw">

/** Acquires a lease and returns it. Null if another process holds the lease. */
export async function acquireLease(
  key: string,
  { leaseMs = LEASE_MS }: { leaseMs?: number | undefined } = {},
  client: Client = bookkeeping(),
): Promise<Lease | null> {
  const holder = newId()
  const [row] = await client.$queryRaw<Pick<Lease, "abandonedAt">[]>`
    WITH earlier AS (SELECT until FROM lease WHERE key = ${key})
    INSERT INTO lease AS held (key, holder, until) VALUES (${key}, ${holder}::uuid, ${untilIn(leaseMs)})
    ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE held.until < clock_timestamp()
    RETURNING (SELECT until FROM earlier) AS "abandonedAt"`
  return row ? { key, holder, leaseMs, abandonedAt: row.abandonedAt } : null
}

/**
 * Does work and renews its lease meanwhile, then releases the lease. Aborts the signal if another process took
 * over. While the database is unavailable, the work continues.
 */
export async function withLease<T>(lease: Lease, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  let isRenewing = false
  const renew = async () => {
    if (isRenewing) return // A transaction of the work may hold the lease.
    isRenewing = true
    await renewLease(lease).then(
      (isHeld) =>
        isHeld || lost.abort(new LostLeaseError(`another process has taken over the lease for ${lease.key}`)),
      (cause: unknown) => console.error(`Could not renew the lease for ${lease.key}:`, cause),
    )
    isRenewing = false
  }
  const timer = setInterval(() => void renew(), lease.leaseMs / RENEWALS_PER_LEASE).unref()
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
    await releaseLease(lease).catch(() => undefined) // It expires.
  }
}

/** Renews a lease. Returns false if another process holds the lease, or if the lease was released. */
export async function renewLease(lease: Lease): Promise<boolean> {
  return (await bookkeeping().$executeRaw(renewal(lease))) === 1
}

/**
 * Returns the SQL statement that renews a lease. The statement returns the key, or no row if the lease was
 * lost.
 */
export const renewal = ({ key, holder, leaseMs }: Lease): Prisma.Sql =>
  Prisma.sql`UPDATE lease SET until = ${untilIn(leaseMs)} WHERE key = ${key} AND holder = ${holder}::uuid RETURNING key`

export async function releaseLease({ key, holder }: Lease): Promise<void> {
  await bookkeeping().$executeRaw`DELETE FROM lease WHERE key = ${key} AND holder = ${holder}::uuid`
}

const untilIn = (ms: number) => Prisma.sql`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`

/** Returns the SQL condition that a living process holds the lease whose key is an SQL expression. */
export const isLeased = (key: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM lease WHERE lease.key = ${key} AND lease.until > clock_timestamp())`

/**
 * Returns the SQL condition that the lease was not lost. The condition locks the lease, so that no other
 * process can take it over before the end of the transaction.
 */
export const holdsLease = ({ key, holder }: Lease): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM lease WHERE key = ${key} AND holder = ${holder}::uuid FOR SHARE)`

/**
 * Deletes leases that expired before a time, whose work ended without a release. Returns the number of
 * deleted leases.
 */
export async function pruneLeases(before: Date): Promise<number> {
  return bookkeeping().$executeRaw`DELETE FROM lease WHERE until < ${before}::timestamptz`
}
