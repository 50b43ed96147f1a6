import { citedCopies, type CitedCopy } from "@/lib/db/coach/claim-decisions"
import { readProposed } from "@/lib/formats/proposed"
import type { Actor } from "@/lib/memory/teams/actor"
import { type PromoteTo, promoteTo } from "@/lib/memory/coach/draft"
import type { SynthesisSource } from "@/lib/memory/coach/kinds"
import { likenessOfCopy, promotedStatement } from "@/lib/memory/coach/statement"
import { promotionPlaces } from "@/lib/memory/agents/promotion-places"
import { citationsOf } from "../coach-outputs"
import { reviewing } from "./find"
import { type OwnCopy, placeFor, saysSo, slugFor, whyKept } from "./promotion"

/** Where a claim could be promoted to, and what that would propose: the statement, unless the memory says it already, and so many copies less. */
export interface PromotionChoice {
  readonly to: PromoteTo
  readonly path: string
  readonly says: string
  readonly adds: boolean
  readonly removals: number
}

/** By position, for each claim of a synthesis; where the coach says where, that alone. None where whoever asks may not decide. What policies hold back is told when it is decided. */
export async function promotionChoices(
  actor: Actor,
  synthesis: string,
  now: Date,
): Promise<Record<number, PromotionChoice[]>> {
  const found = await reviewing(actor, synthesis)
  if (!found.ok) return {}
  const { row } = found.value
  const standing = new Map(
    (
      await citedCopies(
        row.teamId,
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
    const own = cited.filter(isOwn)
    const wanted = claim.promote === null ? placesFor(own) : [claim.promote as unknown as PromoteTo]
    const all = await Promise.all(
      wanted.map(async (to): Promise<PromotionChoice[]> => {
        const place = await placeOf(to, slugFor(to, cited))
        if (!place.ok) return []
        const { target } = place.value
        const says = readProposed(
          promotedStatement(
            claim,
            row.source as SynthesisSource,
            cited.map((one) => one.text),
          ),
          target.reading.path,
        ).text
        const removals = own.filter(
          (one) => one.fileId !== target.head?.id && whyKept(one, to, says) === null,
        ).length
        return [
          {
            to,
            path: target.path,
            says,
            adds: !saysSo(
              target,
              says,
              cited.filter((one) => likenessOfCopy(says, one.text) !== "else"),
            ),
            removals,
          },
        ]
      }),
    )
    return [claim.position, all.flat().filter(({ adds, removals }) => adds || removals > 0)]
  })
  return Object.fromEntries(await Promise.all(choices))
}

const isOwn = (one: CitedCopy): one is OwnCopy => one.agent !== null

/** What one agent alone knows may go to its category too; anything may go to all. */
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
