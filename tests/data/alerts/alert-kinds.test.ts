import { rmSync } from "node:fs"
import { expect, it, onTestFinished } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { ALERT_KINDS, type AlertKind } from "@/lib/memory/alerts/kinds"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { SCENARIOS, Scene } from "../../support/alerts/alert-scenarios"
import { givenTeam } from "../../support/data/people"
import { inDays } from "../../support/alerts/watching"

it("every kind of alert has a scenario", () => {
  expect(Object.keys(SCENARIOS).toSorted()).toEqual([...ALERT_KINDS].toSorted())
})

it.each(ALERT_KINDS)(
  "%s is raised, changes, resolves itself, and is raised again as the same alert in a new round",
  async (kind: AlertKind) => {
    const { part, before, raise, change, cure, again } = SCENARIOS[kind]
    const scene = new Scene(await givenTeam())
    onTestFinished(() => rmSync(scene.folder, { recursive: true, force: true }))
    const after = async (step: typeof raise | undefined) => {
      const day = (await step?.(scene)) ?? 0
      const { looks } = scene
      await evaluateTeam(systemActor(), scene.team.id, { now: inDays(day), ...(looks ? { looks } : {}) })
      return database().alert.findMany({
        where: { teamId: scene.team.id, kind, ...(part === undefined ? {} : { part }) },
      })
    }
    expect(await after(before), "there is none before").toEqual([])
    const [raised, ...others] = await after(raise)
    expect(raised, "raised").toMatchObject({ state: "open", round: 1, resolvedAt: null })
    expect(others, "one of its kind").toEqual([])
    const id = raised?.id ?? ""
    if (typeof change === "string") expect(await after(undefined), change).toEqual([raised])
    else {
      const changed = await after(change)
      expect(changed, "changed").toMatchObject([{ id, state: "open", round: 1, raisedAt: raised?.raisedAt }])
      expect(changed[0]?.message, "it says something else").not.toBe(raised?.message)
    }
    expect(await after(cure), "resolved by itself").toMatchObject([{ id, state: "resolved", round: 1 }])
    expect(await after(again), "raised again").toMatchObject([
      { id, state: "open", round: 2, resolvedAt: null },
    ])
    const history = await database().alertEvent.findMany({
      where: { teamId: scene.team.id, alertId: id },
      orderBy: { number: "asc" },
    })
    expect(history.map((one) => `${one.what} ${one.round}`)).toEqual([
      "raised 1",
      ...(typeof change === "string" ? [] : ["changed 1"]),
      "resolved 1",
      "raised 2",
    ])
  },
)
