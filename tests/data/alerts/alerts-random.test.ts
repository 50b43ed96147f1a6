import fc from "fast-check"
import { expect, it } from "vitest"
import { AlertWorld, happening } from "../../support/alerts/alert-world"

/** PROPERTY_RUNS=100 runs more. The seed of a failure is printed; PROPERTY_SEED repeats it. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 3)
const SEED = Number(process.env.PROPERTY_SEED ?? (process.env.PROPERTY_RUNS ? Date.now() % 1_000_000 : 7))

it(
  "incremental evaluation equals a full evaluation after random changes",
  { timeout: 60_000 + RUNS * 60_000 },
  async () => {
    const seen = { histories: 0, steps: 0, alerts: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 24, size: "max" }), async (history) => {
        const world = await AlertWorld.make()
        for (const one of history) await world.live(one)
        await world.look()
        const known = await world.alerts()
        const { raised, changed, resolved } = await world.look({ everything: true })
        expect(await world.alerts()).toEqual(known)
        expect({ raised, changed, resolved }).toEqual({ raised: 0, changed: 0, resolved: 0 })
        const unresolved = await world.alerts({ resolved: false })
        await world.forgetLooks()
        await world.look({ everything: true })
        expect(await world.alerts()).toEqual(unresolved)
        seen.histories += 1
        seen.steps += history.length
        seen.alerts += known.length
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env.PROPERTY_SHRINK === undefined },
    )
    if (process.env.PROPERTY_RUNS)
      console.log(`${seen.histories} histories from seed ${SEED}, ${seen.steps} steps, ${seen.alerts} alerts`)
  },
)
