import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenMemory, givenSecret } from "../../support/proposals"
import {
  AS_STORED,
  BY_HAND,
  BY_HAND_ON,
  BY_HAND_TASK,
  BY_HAND_WITH_TASK,
  OLD_SINCE,
  type RankedByHand,
} from "../../support/search/ranked-by-hand"

const store = (entries: readonly RankedByHand[], more: object = {}) =>
  `${JSON.stringify({ version: "1.0", ...more, entries: entries.map(({ text, confidence, date, accessed }, place) => ({ id: `m-${place}`, type: "pattern", content: text, ...(confidence === null ? {} : { confidence }), ...(date === null ? {} : { created_at: `${date}T10:00:00Z` }), accessed_count: accessed })) }, null, 2)}\n`

let door: HttpDoor
let env: Record<string, string>
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${BY_HAND_ON}T12:00:00Z`) })
  door = await openHttpDoor()
})
/** Each test has its own store, because contexts are counted as reads. */
beforeEach(async () => {
  const { team } = await givenMemory({
    "memory/projects/ledger/memory.json": store(AS_STORED.filter((one) => one.file === "new")),
    "memory/projects/archive/memory.json": store(
      AS_STORED.filter((one) => one.file === "old"),
      { last_updated: OLD_SINCE },
    ),
  })
  env = { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: await givenSecret(team, { rights: ["read"] }) }
})
afterAll(async () => {
  vi.useRealTimers()
  await door.close()
})

interface Ranked {
  readonly entries: readonly { readonly text: string; readonly score: number; readonly parts: object }[]
}
const quarterdeck = async (...args: readonly string[]) =>
  (await run([...args, "--json"], { env })).json() as unknown as Ranked
const figures = ({ entries }: Ranked) => entries.map(({ text, score, parts }) => ({ text, score, parts }))
const byHand = BY_HAND.map(({ text, score, parts }) => ({ text, score, parts }))

it("the command line ranks twenty entries as calculated by hand", async () => {
  expect(figures(await quarterdeck("rank", "project", "ledger"))).toEqual(byHand)
  expect(figures(await quarterdeck("rank", "--agent", "unit-tester", "--limit", "7"))).toEqual(
    byHand.slice(0, 7),
  )
  expect(figures(await quarterdeck("context", "unit-tester", "--limit", "100"))).toEqual(byHand)
})

it("the command line ranks them for a task as calculated by hand", async () => {
  const byText = new Map(BY_HAND.map((one) => [one.text, one]))
  const given = figures(await quarterdeck("context", "unit-tester", "--limit", "100", "--task", BY_HAND_TASK))
  expect(given.map((one) => one.text)).toEqual(BY_HAND_WITH_TASK)
  for (const { text, parts, score } of given)
    expect({ parts, score }).toMatchObject({
      parts: { relevance: byText.get(text)?.relevance },
      score: byText.get(text)?.withTask,
    })
})
