import { describe, expect, it } from "vitest"
import type { ContextCandidate } from "@/lib/memory/context/context-entry"
import { rankCandidates } from "@/lib/memory/context/context-selection"
import {
  AS_STORED,
  BY_HAND,
  BY_HAND_ON,
  BY_HAND_TASK,
  BY_HAND_WITH_TASK,
  OLD_SINCE,
  type RankedByHand,
} from "../../support/search/ranked-by-hand"

const candidate = (
  { text, confidence, date, file, accessed }: RankedByHand,
  line: number,
): ContextCandidate => ({
  id: `${line}`,
  text,
  confidence,
  date,
  accessed,
  since: file === "old" ? OLD_SINCE : BY_HAND_ON,
  path: `${file}.json`,
  line,
  file,
  section: null,
  type: null,
  scope: "project",
  state: "current",
  because: null,
  audience: "everyone",
  run: null,
  outranked: null,
  vouched: false,
  own: false,
  fromCoach: null,
  approvedOn: null,
})
const ranked = (task: string | null, order = AS_STORED.map(candidate)) =>
  rankCandidates(order, { task, now: new Date(`${BY_HAND_ON}T23:59:59Z`) })
const rounded = (part: number) => Math.round(part * 10_000) / 10_000

describe("twenty entries", () => {
  it("have the parts and the score that a hand calculates, and its order", () => {
    expect(BY_HAND).toHaveLength(20)
    expect(
      ranked(null).map(({ candidate: { text }, parts, score }) => ({
        text,
        parts: {
          confidence: rounded(parts.confidence),
          recency: rounded(parts.recency),
          frequency: rounded(parts.frequency),
        },
        score: rounded(score),
      })),
    ).toEqual(BY_HAND.map(({ text, parts, score }) => ({ text, parts, score })))
  })

  it("have the relevance to a task that a hand calculates, and its order", () => {
    const byText = new Map(BY_HAND.map((one) => [one.text, one]))
    const given = ranked(BY_HAND_TASK)
    expect(given.map((one) => one.candidate.text)).toEqual(BY_HAND_WITH_TASK)
    expect(given.map(({ parts, score }) => [rounded(parts.relevance ?? Number.NaN), rounded(score)])).toEqual(
      BY_HAND_WITH_TASK.map((text) => [byText.get(text)?.relevance, byText.get(text)?.withTask]),
    )
  })

  it("are ranked in that order, whatever order they are found in", () => {
    const all = AS_STORED.map(candidate)
    for (let turn = 1; turn < all.length; turn += 1)
      expect(ranked(null, [...all.slice(turn), ...all.slice(0, turn)].toReversed())).toEqual(ranked(null))
  })
})
