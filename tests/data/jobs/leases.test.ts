import { expect, it } from "vitest"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import { systemActor } from "@/lib/auth/create-actor"
import {
  acquireLease,
  holdsLease,
  isLeased,
  type Lease,
  LostLeaseError,
  pruneLeases,
  releaseLease,
  renewLease,
  withLease,
} from "@/lib/db/leases"
import { Prisma } from "@/generated/prisma/client"
import { done } from "@/lib/memory/inputs/outcome"
import { database } from "../../support/data/writable"
import { expireLeases } from "../../support/jobs/leases"

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void
  return { promise: new Promise<void>((settle) => (resolve = settle)), resolve: () => resolve() }
}

const given = async (key: string, leaseMs?: number): Promise<Lease> => {
  const lease = await acquireLease(key, { leaseMs })
  if (!lease) throw new Error(`${key} is leased`)
  return lease
}
const isTrue = async (condition: Prisma.Sql) =>
  (await database().$queryRaw<{ answer: boolean }[]>`SELECT ${condition} AS answer`)[0]?.answer

it("gives a lease to one of several concurrent processes, and to the next one after its release", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => acquireLease("one")))
  const [held, ...more] = all.filter((lease) => lease !== null)
  expect(more).toEqual([])
  expect(held?.abandonedAt).toBeNull()
  expect(await isTrue(isLeased(Prisma.sql`'one'`))).toBe(true)
  await releaseLease(held as Lease)
  expect(await isTrue(isLeased(Prisma.sql`'one'`))).toBe(false)
  expect(await acquireLease("one")).toMatchObject({ abandonedAt: null })
})

it("a process that takes over an expired lease ends the right of the earlier process", async () => {
  const first = await given("expired")
  await expireLeases("expired")
  expect(await renewLease(first)).toBe(true) // No other process took over.
  await expireLeases("expired")
  const second = await given("expired")
  expect(second.abandonedAt).toBeInstanceOf(Date)
  expect(await renewLease(first)).toBe(false)
  await releaseLease(first)
  expect(await renewLease(second)).toBe(true)
  expect(await isTrue(holdsLease(first))).toBe(false)
  expect(await isTrue(holdsLease(second))).toBe(true)
})

it("renews a lease while the work goes on, and releases it also after a failure", async () => {
  const short = await given("renewed", 100)
  const work = withLease(short, async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await acquireLease("renewed")).toBeNull()
    throw new Error("it failed")
  })
  await expect(work).rejects.toThrow("it failed")
  expect(await acquireLease("renewed")).not.toBeNull()
})

it("aborts work whose lease was taken over", async () => {
  const short = await given("lost", 100)
  await database().lease.update({
    where: { key: "lost" },
    data: { holder: "00000000-0000-7000-8000-000000000000" },
  })
  const reason = await withLease(
    short,
    (lost) => new Promise((resolve) => lost.addEventListener("abort", () => resolve(lost.reason))),
  )
  expect(reason).toBeInstanceOf(LostLeaseError)
  expect(await database().lease.count({ where: { key: "lost" } })).toBe(1)
})

it("a transaction that relies on a lease keeps it until its end", async () => {
  const first = await given("relied")
  const [began, end] = [deferred(), deferred()]
  const going = commitBookkeeping(
    systemActor(),
    () => null,
    async (tx) => {
      await tx.$queryRaw`SELECT ${holdsLease(first)}`
      began.resolve()
      await end.promise
      return done(null)
    },
  )
  await began.promise
  let isExpired = false
  const expiring = expireLeases("relied").then(() => (isExpired = true))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(isExpired).toBe(false)
  end.resolve()
  await Promise.all([going, expiring])
})

it("deletes leases that expired long ago", async () => {
  await given("old")
  await expireLeases("old")
  expect(await pruneLeases(new Date(Date.now() - 60_000))).toBe(0)
  expect(await pruneLeases(new Date())).toBeGreaterThan(0)
  expect(await database().lease.count({ where: { key: "old" } })).toBe(0)
})
