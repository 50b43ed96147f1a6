import { describe, expect, it } from "vitest"
import { readArguments } from "@/lib/cli/infra/command-line"
import { readJson } from "@/lib/cli/coach/submit"
import { costOf, headOf, progressOf } from "@/lib/cli/coach/coach-text"
import { coachReviewCommand } from "@/lib/cli/coach/syntheses"
import type { Screen } from "@/lib/cli/infra/command"
import type { Server } from "@/lib/cli/infra/server"

const NOBODY = new Proxy(
  {},
  { get: (_, name) => () => Promise.reject(new Error(`the server was asked: ${String(name)}`)) },
) as Server
const SCREEN: Screen = { progress: () => undefined, say: () => undefined, width: 100 }
const review = async (...args: string[]) =>
  coachReviewCommand.run({
    ...readArguments(coachReviewCommand, ["019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10", ...args]),
    server: NOBODY,
    screen: SCREEN,
  })

it.each([
  [["1"], "no decision given"],
  [["--accept"], "CLAIM is missing"],
  [["1", "--accept", "--reject", "--reason", "x"], "--accept and --reject cannot be combined"],
  [["1", "--promote", "--undo"], "--promote and --undo cannot be combined"],
  [["1", "--reject"], "--reason is missing"],
  [["1", "--accept", "--reason", "x"], "--reason requires --reject"],
  [["1", "--accept", "--to", "team"], "--to requires --promote"],
  [["1", "--promote", "--to", "team", "--project", "p"], "--project requires --to category:SLUG"],
  [["first", "--accept"], "expected a whole number from 1 to 100"],
  [["0", "--accept"], "expected a whole number from 1 to 100"],
])("a review with %j prints the correct usage, and sends no request", async (args, said) => {
  await expect((async () => review(...args))()).rejects.toMatchObject({
    exit: 2,
    message: expect.stringMatching(
      new RegExp(`${said.replaceAll(/[()]/g, "\\$&")}[^]*Usage: quarterdeck coach review ID CLAIM`),
    ),
  })
})

describe("a submitted file", () => {
  it.each([
    ['{"kind": "brief",\n "claims": [}', "b.json:2:13: invalid JSON: missing value"],
    ['{"kind": "brief"\n "claims": []}', "b.json:2:2: invalid JSON: missing comma"],
    ['{"kind": "brief", // why\n "claims": []}', "b.json:1:19: invalid JSON: comments are not allowed"],
    ["[]", "b.json:1:1: expected an object"],
    ["", "b.json:1:1: invalid JSON: missing value"],
  ])("%j is reported as invalid, with its position", (text, said) => {
    expect(() => readJson("b.json", text)).toThrow(said)
  })

  it("has the position of each problem that the server reports", () => {
    const { placed } = readJson(
      "b.json",
      '{\n  "kind": "brief",\n  "claims": [\n    {"text": "x",\n     "citations": [{"entry": "a"},\n       {"entry": "b"}]}\n  ]\n}',
    )
    expect(
      placed("claim 1, citation 2: entry not found: b; and 3 more. Each claim needs one; nothing was stored"),
    ).toBe(
      "b.json:6:8: claim 1, citation 2: entry not found: b; and 3 more. Each claim needs one; nothing was stored",
    )
    expect(placed("claims.0.kind: enter risk or gap; claims.0.text: at most 4,000 characters")).toBe(
      "b.json:4:5: claims.0.kind: enter risk or gap\nb.json:4:14: claims.0.text: at most 4,000 characters",
    )
    expect(placed("title: this value is empty; enter text")).toBe(
      "b.json:1:1: title: this value is empty; enter text",
    )
    expect(placed("several teams: name one")).toBe("several teams: name one")
  })
})

it("prints the progress of a run, the remaining time and the cost so far", () => {
  const progress = {
    stage: "Reading testing",
    done: 3,
    total: 12,
    inputTokens: 81_200,
    outputTokens: 610,
    cost: 0.2526,
    secondsLeft: 41.2,
  }
  expect(progressOf({ state: "running", progress })).toBe(
    "Reading testing: 3 of 12, 42 s left (81,200 input tokens, 610 output tokens, $0.25)",
  )
  expect(
    progressOf({
      state: "running",
      progress: {
        stage: "Comparing entries",
        done: 0,
        total: 0,
        inputTokens: 0,
        outputTokens: 0,
        cost: null,
        secondsLeft: null,
      },
    }),
  ).toBe("Comparing entries")
  expect(progressOf({ state: "queued", progress })).toBe("Queued")
  expect([
    costOf({ calls: 0, inputTokens: 0, outputTokens: 0, cost: null }),
    costOf({ calls: 1, inputTokens: 10, outputTokens: 2, cost: null }),
  ]).toEqual(["", "1 call, 10 input tokens, 2 output tokens"])
})

it("prints the outcome of a synthesis in its heading", () => {
  const of = {
    title: "What all know",
    claims: 4,
    counts: { waiting: 3, accepted: 1, edited: 0, rejected: 0 },
    decided: null,
    reason: null,
  }
  expect(headOf({ ...of, state: "waiting" })).toBe("What all know (4 claims, 1 reviewed), waiting")
  expect(
    headOf({
      ...of,
      state: "rejected",
      decided: { by: "Mara", at: "2026-11-02" },
      reason: "It says nothing new",
    }),
  ).toBe("What all know (4 claims), rejected by Mara. Reason: It says nothing new")
})
