import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/moment"
import type { SynthesisKind } from "@/lib/memory/coach/kinds"
import { kindWord } from "../coach-text"
import type { Claim, PromotionChoice, PublishPreview } from "./review-types"

/** "high, 0.85". */
export const confidenceWords = (confidence: number): string =>
  `${confidence >= 0.8 ? "high" : confidence >= 0.5 ? "fair" : "low"}, ${confidence.toFixed(2)}`

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })

/** "12 November"; of another year with it. */
export function dayWords(at: string, now: string): string {
  const words = DAY.format(new Date(at))
  return at.slice(0, 4) === now.slice(0, 4) ? words : `${words} ${at.slice(0, 4)}`
}

/** "12 November at 09:30 UTC". */
export const timeWords = (at: string, now: string): string =>
  `${dayWords(at, now)} at ${at.slice(11, 16)} UTC`

/** When one before it was: its day, with the time where that is the day it is. */
export const sinceWords = (at: string, now: string): string =>
  (at.slice(0, 10) === now.slice(0, 10) ? timeWords : dayWords)(at, now)

const VERDICTS = { accepted: "Accepted", edited: "Accepted with edits", rejected: "Rejected", waiting: "" }

/** "Accepted", "Accepted as promotion", "Rejected"; empty while it waits. */
export const verdictWords = ({ state, becomes }: Pick<Claim, "state" | "becomes">): string =>
  `${VERDICTS[state]}${becomes === "promotion" && state !== "waiting" && state !== "rejected" ? " as promotion" : ""}`

/** "Accepted by Mara Reyes 3 min ago". */
export const decidedWords = (claim: Pick<Claim, "state" | "becomes" | "decided">, now: string): string =>
  `${verdictWords(claim)}${claim.decided ? ` by ${claim.decided.by} ${describeMoment(claim.decided.at, now)}` : ""}`

/** "proposes 1 addition to testing/MEMORY.md and 4 removals". */
export const promotionWords = ({
  path,
  adds,
  removals,
}: Pick<PromotionChoice, "path" | "adds" | "removals">): string =>
  adds
    ? `proposes 1 addition to ${path}${removals > 0 ? ` and ${count(removals, "removal")}` : ""}`
    : `proposes ${count(removals, "removal")}: ${path} says it already`

const lines = (number: number) => count(number, "line")

/** "adds 5 lines to .kaizen/agents/coach/memory.md, replaces the brief of 12 November". `accepted`: on this page, which the server may not know of yet. */
export function publishWords(
  { path, makes, claims, removes, keeps, replaces, ...preview }: PublishPreview,
  kind: SynthesisKind,
  accepted: number,
  now: string,
): string {
  const adds = claims === accepted ? preview.adds : accepted
  const gone = removes > 0 ? `, takes out ${lines(removes)} of it` : ""
  const kept = keeps > 0 ? `, keeps ${lines(keeps)} that somebody reworded` : ""
  return `${makes ? "makes" : "adds"} ${makes ? `${path} with ${lines(adds)}` : `${lines(adds)} to ${path}`}${replaces ? `, replaces the ${kindWord(kind)} of ${sinceWords(replaces.at, now)}${gone}${kept}` : ""}`
}

/** Why it is not accepted among others; null: it may be. */
export function whyByItself({ state, flags, hindrance, citations }: Claim): string | null {
  if (state !== "waiting") return "it is decided"
  if (flags.length > 0) return "it is flagged"
  if (hindrance !== null) return "nothing that it rests on stands"
  if (citations.some((one) => one.stands !== "same")) return "what it cites has changed since"
  return null
}

/** "3 entries, 1 changed, 1 gone". */
export function restsOn(citations: Claim["citations"]): string {
  const [changed, gone] = (["changed", "gone"] as const).map(
    (stands) => citations.filter((one) => one.stands === stands).length,
  )
  return [
    count(citations.length, "entry", "entries"),
    ...(changed ? [`${changed} changed`] : []),
    ...(gone ? [`${gone} gone`] : []),
  ].join(", ")
}
