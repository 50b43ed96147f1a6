import { database } from "./client"

/** True until a person creates the first team, or the sample fleet was loaded completely or removed. */
export async function isFreshDatabase(): Promise<boolean> {
  const [own, loaded] = await Promise.all([
    database().team.count({ where: { sample: false } }),
    database().auditEvent.count({ where: { kind: { in: ["samples.done", "samples.remove"] } } }),
  ])
  return own === 0 && loaded === 0
}
