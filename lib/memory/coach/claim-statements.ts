import { isSameText, type StoredEntry } from "../proposals/change-status"
import type { WrittenChange } from "../proposals/written-change"
import { compareParsed } from "../comparison/compare-statements"
import { matchTerms } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import type { ClaimKind, SynthesisSource } from "./synthesis"
import { onOneLine } from "@/lib/memory/text/sentence"

/** Returns the section of the coach's memory for a kind of claim. */
export function sectionOfClaim(kind: ClaimKind): string {
  switch (kind) {
    case "shared-pattern":
    case "gap":
    case "observation":
      return "Accumulated Findings"
    case "risk":
      return "Watch Points"
    case "contradiction":
      return "Open Threads"
  }
}

/** Maximum number of agents that an entry names as its sources. */
const MOST_NAMED = 3

/**
 * Returns the text of a claim for the coach's memory: for an orientation its agent, then the claim, and the
 * agents whose memory it cites. Ids and line numbers are left out, because the file is read for years.
 */
export function coachStatement({
  text,
  agent,
  from,
}: {
  readonly text: string
  readonly agent: string | null
  readonly from: readonly string[]
}): string {
  const names = [...new Set(from)]
  const told =
    names.length > MOST_NAMED + 1
      ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`]
      : names
  const whose = told.length === 0 ? "" : `(${told.join(", ")})`
  const words = `${agent === null ? "" : `For ${agent}: `}${text.trim()}`
  return whose === "" ? words : `${words}${words.includes("\n") ? "\n" : " "}${whose}`
}

/** A claim that is to be published. */
export interface ToPublish {
  readonly position: number
  /** Id of the new entry if the file does not have it yet. */
  readonly id: string
  readonly statement: string
  readonly section: string | null
}

/**
 * The entry of a published claim. `written`: the text that publishing wrote; null if the file already had the
 * entry.
 */
export interface PublishedClaim {
  readonly entry: string
  readonly written: string | null
}

export interface PublishPlan {
  readonly changes: readonly WrittenChange[]
  /**
   * Claims that the file already has, by position. `written` is null for an entry that no publication wrote.
   */
  readonly kept: ReadonlyMap<number, PublishedClaim>
  /** Positions of the claims of each added entry, in the order of the changes that add. */
  readonly added: readonly (readonly number[])[]
  /**
   * Entries of the replaced synthesis that are removed, and those that stay because they were edited since. Entries of other syntheses
   * count as neither.
   */
  readonly removed: number
  readonly stays: number
}

interface ToPlan {
  readonly claims: readonly ToPublish[]
  readonly before: readonly PublishedClaim[]
  readonly others: readonly PublishedClaim[]
  readonly day: string
}

/**
 * Returns the changes of the coach's memory on publishing. Existing entries are not added again. Entries of the replaced synthesis are
 * removed if they were not edited and no other published synthesis has them (`others`). `day`: ISO date.
 */
export function planPublishing(
  entries: readonly StoredEntry[],
  { claims, before, others, day }: ToPlan,
): PublishPlan {
  const wrote = new Map(
    [...before, ...others].flatMap(({ entry, written }) =>
      written === null ? [] : [[entry, written] as const],
    ),
  )
  const kept = new Map<number, PublishedClaim>()
  const added: { claim: ToPublish; positions: number[] }[] = []
  for (const claim of claims) {
    const found = entries.find(
      (entry) => entry.state === "current" && isSameText(entry.text, claim.statement),
    )
    const twin = added.find((one) => isSameText(one.claim.statement, claim.statement))
    if (found) kept.set(claim.position, { entry: found.id, written: wrote.get(found.id) ?? null })
    else if (twin) twin.positions.push(claim.position)
    else added.push({ claim, positions: [claim.position] })
  }
  const staying = new Set([...kept.values(), ...others].map((one) => one.entry))
  const old = before.flatMap(({ entry, written }) => {
    const now = written === null || staying.has(entry) ? undefined : entries.find((one) => one.id === entry)
    return now === undefined ? [] : [{ entry: now, touched: now.state !== "current" || now.text !== written }]
  })
  const going = [
    ...new Map(old.flatMap(({ entry, touched }) => (touched ? [] : [[entry.id, entry] as const]))).values(),
  ]
  return {
    changes: [
      ...going.map((entry): WrittenChange => ({ kind: "remove", entry: entry.id, before: entry.text })),
      // An entry with an id always gets its date, even in a file without dates.
      ...added.map(({ claim: { id, section, statement } }): WrittenChange => ({
        kind: "add",
        id,
        section,
        text: statement,
        date: day,
      })),
    ],
    kept,
    added: added.map(({ positions }) => positions),
    removed: going.length,
    stays: old.length - going.length,
  }
}

interface Said {
  readonly text: string
  /** Text of a curator; null if it was not edited. */
  readonly edited: string | null
}

/**
 * Returns the text to promote: the curator's edit if there is one. For an extractive claim, the first cited
 * entry. For a claim of a model, the cited entry that it quotes. Else the claim. A sentence about sources is
 * of no use to agents.
 */
export function promotedStatement(
  { text, edited }: Said,
  source: SynthesisSource,
  cited: readonly string[],
): string {
  if (edited !== null) return edited
  const [first] = cited
  if (first === undefined) return text
  return source === "extractive" ? first : (cited.find((one) => quotes(text, one)) ?? text)
}

/**
 * Compares a cited entry with a promoted statement. "copy": the entry can be removed without loss. "more":
 * the entry has additional content. "else": the entry is not a duplicate.
 */
export function likenessOfCopy(statement: string, entry: string): "copy" | "more" | "else" {
  const [promoted, own] = [readStatement(statement), readStatement(entry)]
  const { kind } = compareParsed(promoted, own)
  if (kind === "same") return "copy"
  if (kind !== "duplicate") return "else"
  const { shared, right } = matchTerms(promoted, own, weightOf)
  return right / (shared + right) > MOST_OWN ? "more" : "copy"
}

/**
 * Maximum share of an entry's content that the promoted statement may lack. In real memories, “and full
 * jitter” after a sentence is 0.26 of the entry.
 */
const MOST_OWN = 0.25

/** Number of characters that identify a quotation, because quotations may be truncated. */
const TELLING = 40

/** True if a text quotes the beginning of a statement. */
function quotes(text: string, statement: string): boolean {
  const beginning = onOneLine(statement).slice(0, TELLING)
  const line = onOneLine(text)
  return (
    beginning !== "" &&
    [...line.matchAll(/[“"«„]/g)].some(({ index }) => line.startsWith(beginning, index + 1))
  )
}
