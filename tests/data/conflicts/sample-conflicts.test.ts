import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { importInto, sampleTeam } from "@/lib/operations/samples/load-and-remove"
import { conflictsOf, detectConflicts } from "../../support/conflicts/conflicts"

const FLEET = JSON.parse(readFileSync("samples/fleet.json", "utf8")) as {
  teams: { name: string; projects: { name: string; path: string }[] }[]
}

/** Conflicts added to the samples on purpose, by words of either side. See samples/README.md. */
const PLANTED: readonly (readonly [kind: string, finding: string, one: RegExp, other: RegExp])[] = [
  [
    "same-scope",
    "contradiction",
    /^Payment retries .* at most five attempts/,
    /^Payment retries .* at most three attempts/,
  ],
  ["same-scope", "contradiction", /^Config files are YAML/, /^Config files are TOML/],
  ["same-scope", "contradiction", /^Say "load", never "shipment"/, /^Say "shipment", never "load"/],
  ["same-scope", "duplicate", /^Money is an integer of minor units/, /^Money is an integer of minor units/],
  ["same-scope", "duplicate", /TypeBox/, /TypeBox/],
  ["cross-scope", "contradiction", /TypeBox/, /^Use Zod/],
  ["cross-scope", "contradiction", /^Retry payments three times/, /^Retry payments five times/],
]
/** Duplicates in other words: correct if they are found, but not required. */
const ALSO = [
  /port 4222/,
  /midnight UTC/,
  /idempotent/,
  /PostgreSQL is the only store of record/,
  /event bus/,
  /backoff with full jitter|backoff and full jitter/,
]

it("finds all planted conflicts of the sample fleet and no false positives", async () => {
  const found: { kind: string; finding: string; texts: readonly string[] }[] = []
  for (const { name, projects } of FLEET.teams) {
    const team = { slug: "", ...(await sampleTeam(systemActor(), name)) }
    for (const project of projects)
      await importInto(systemActor(), {
        teamId: team.id,
        directory: join(process.cwd(), "samples", project.path),
        projectName: project.name,
      })
    await detectConflicts(team)
    found.push(
      ...(await conflictsOf({ ...team, slug: team.id })).map(({ kind, finding, left, right }) => ({
        kind,
        finding,
        texts: [left.text, right.text],
      })),
    )
  }
  const is = (one: (typeof found)[number], [kind, finding, ...words]: (typeof PLANTED)[number]) =>
    one.kind === kind &&
    one.finding === finding &&
    [words, words.toReversed()].some((order) =>
      order.every((word, place) => word.test(one.texts[place] ?? "")),
    )
  expect(PLANTED.filter((planted) => !found.some((one) => is(one, planted)))).toEqual([])
  expect(
    found.filter(
      (one) =>
        !PLANTED.some((planted) => is(one, planted)) &&
        !ALSO.some((word) => one.texts.every((text) => word.test(text))),
    ),
  ).toEqual([])
})
