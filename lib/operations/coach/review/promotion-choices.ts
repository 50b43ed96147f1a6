import { citedCopies, type CitedCopy } from "@/lib/db/coach/claim-decisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { type PromoteTo, promoteTo } from "@/lib/memory/coach/material"
import { likenessOfCopy } from "@/lib/memory/coach/claim-statements"
import { promotionPlaces } from "@/lib/memory/agents/promotion"
import { citationsOf } from "../coach-outputs"
import { findForReview } from "./synthesis-review"
import { containsStatement, type OwnCopy, placeFor, promotedText, slugFor, whyKept } from "./promotion"
import type { Target } from "../../proposals/target"

/** A memory that a claim can be promoted to, with the proposals that this would make. */
export interface PromotionChoice {
  readonly to: PromoteTo
  readonly path: string
  /** The text that would be added. */
  readonly says: string
  /** False if the memory already contains the text. */
  readonly adds: boolean
  /** Number of copies that would be removed. */
  readonly removals: number
}

/**
 * Returns the choices for each claim of a synthesis, by position. If the coach suggests a memory, it is the only choice.
 * Empty if the actor may not decide. Policies are checked only when the claim is decided.
 */
export async function promotionChoices(
  actor: Actor,
  synthesis: string,
  now: Date,
): Promise<Record<number, PromotionChoice[]>> {
  const found = await findForReview(actor, synthesis)
  if (!found.ok) return {}
  const { row } = found.value
  const standing = new Map(
    (
      await citedCopies(
        found.value.visible,
        row.claims.flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
      )
    ).map((one) => [one.entry, one]),
  )
  const places = new Map<string, ReturnType<typeof placeFor>>()
  const placeOf = (to: PromoteTo, slug: string) => {
    const key = `${to.kind === "category" ? to.category : ""}\0${slug}`
    const place = places.get(key) ?? placeFor(found.value, { to, slug }, now)
    places.set(key, place)
    return place
  }
  const choices = row.claims.map(async (claim): Promise<[number, PromotionChoice[]]> => {
    const cited = citationsOf(claim).flatMap(({ entry }) => standing.get(entry) ?? [])
    if (cited.length === 0) return [claim.position, []]
    const wanted =
      claim.promote === null ? placesFor(cited.filter(isOwn)) : [claim.promote as unknown as PromoteTo]
    const all = await Promise.all(
      wanted.map(async (to) => {
        const place = await placeOf(to, slugFor(to, cited))
        if (!place.ok) return []
        const { target } = place.value
        const says = promotedText({ claim, row, cited, target })
        return [choiceOf(to, target, says, cited)]
      }),
    )
    return [claim.position, all.flat().filter(({ adds, removals }) => adds || removals > 0)]
  })
  return Object.fromEntries(await Promise.all(choices))
}

function choiceOf(to: PromoteTo, target: Target, says: string, cited: readonly CitedCopy[]): PromotionChoice {
  const alike = cited.filter((one) => likenessOfCopy(says, one.text) !== "else")
  const removed = cited
    .filter(isOwn)
    .filter((one) => one.fileId !== target.head?.id && whyKept(one, to, says) === null)
  return {
    to,
    path: target.path,
    says,
    adds: !containsStatement(target, says, alike),
    removals: removed.length,
  }
}

const isOwn = (one: CitedCopy): one is OwnCopy => one.agent !== null

/** Returns the team's memory, and the memories of categories whose agents have a copy. */
function placesFor(own: readonly OwnCopy[]): PromoteTo[] {
  const several = promotionPlaces(own).map(promoteTo)
  const [only] = own
  if (!only || several.length > 0) return several
  return [
    ...(only.category === null
      ? []
      : [{ kind: "category" as const, category: only.category, project: only.project }]),
    { kind: "team" },
  ]
}
