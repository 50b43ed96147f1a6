import { database } from "../data/writable"

/** Ends leases as if their processes had died. Default: all leases. */
export async function expireLeases(key?: string): Promise<void> {
  await database().lease.updateMany({
    where: key === undefined ? {} : { key },
    data: { until: new Date(Date.now() - 1_000) },
  })
}
