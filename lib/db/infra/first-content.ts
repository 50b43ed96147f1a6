import { database } from "./client"

/** True until the first team of people's own, or until the sample fleet was loaded to its end or removed. */
export async function isFreshDatabase(): Promise<boolean> {
  const [own, loaded] = await Promise.all([
    database().team.count({ where: { sample: false } }),
    database().auditEvent.count({ where: { kind: { in: ["samples.done", "samples.remove"] } } }),
  ])
  return own === 0 && loaded === 0
}
