import { database } from "./client"

/**
 * True if no person has created a team yet, and the sample fleet was neither loaded completely nor removed.
 */
export async function isFreshDatabase(): Promise<boolean> {
  const [own, loaded] = await Promise.all([
    database().team.count({ where: { sample: false } }),
    database().auditEvent.count({ where: { kind: { in: ["samples.done", "samples.remove"] } } }),
  ])
  return own === 0 && loaded === 0
}
