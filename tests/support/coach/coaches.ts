import type { Coach, CoachWork, WrittenSynthesis } from "@/lib/coach/coach"
import type { DraftClaim, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"

export const NO_COST = { calls: 0, inputTokens: 0, outputTokens: 0, cost: null }

/** A coach with the given behaviour. */
export function coachThat(
  write: (material: CoachMaterial, work: CoachWork) => Promise<WrittenSynthesis>,
): () => Outcome<Coach> {
  return () =>
    done({
      method: "extractive",
      model: null,
      estimate: ({ entries, agents }) => ({
        ...NO_COST,
        entries: entries.length,
        agents: agents.length,
        withheld: 0,
      }),
      write,
    })
}

export const draft = (
  text: string,
  citations: readonly string[],
  more: Partial<DraftClaim> = {},
): DraftClaim => ({ text, kind: "observation", confidence: 0.7, promote: null, citations, ...more })

export const writtenSynthesis = (
  claims: readonly DraftClaim[],
  notes: readonly string[] = [],
): WrittenSynthesis => ({
  claims,
  notes,
  cost: NO_COST,
})

/** A coach that makes one claim, citing the first entry it reads. */
export const coachWithOneClaim = (text = "The first finding holds"): (() => Outcome<Coach>) =>
  coachThat(async ({ entries }) =>
    writtenSynthesis([
      draft(
        text,
        entries.slice(0, 1).map((one) => one.id),
      ),
    ]),
  )

/** A coach that runs until it is aborted. `begun` resolves with its work when it starts. */
export function hangingCoach() {
  let tell: (work: CoachWork) => void = () => undefined
  const begun = new Promise<CoachWork>((resolve) => (tell = resolve))
  const coach = coachThat((_, work) => {
    tell(work)
    return new Promise((_, reject) =>
      work.signal.addEventListener("abort", () => reject(work.signal.reason as Error)),
    )
  })
  return { coach, begun }
}
