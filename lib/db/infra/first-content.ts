import { database } from "./client"

/** True until the first team of people's own, or until loading the sample fleet has come to its end. */
export async function isFreshDatabase(): Promise<boolean> {
  const [own, loaded] = await Promise.all([
    database().team.count({ where: { sample: false } }),
    database().auditEvent.count({ where: { kind: "samples.done" } }),
  ])
  return own === 0 && loaded === 0
}
