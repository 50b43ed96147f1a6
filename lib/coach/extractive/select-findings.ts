import type { ClaimKind } from "@/lib/memory/coach/kinds"
import type { Finding } from "./finding"
import { compareText } from "./distinct-statements"

/**
 * Returns the maximum number of claims of a brief. 12 for a few agents, at most 40 for many, because a person
 * reviews each claim.
 */
export const maxClaimsFor = (agents: number): number => Math.min(40, 12 + Math.floor(agents / 12))

/** Factor on the worth of each further claim of the same kind, so that no kind displaces the others. */
const AGAIN = 0.87
/** Factor on the worth of further claims about one source. */
const SAME_VOICE = 0.93

/**
 * Returns the most useful findings of all kinds, at most `most`, without overlaps. `mayBeTold` checks each
 * selected finding for flags.
 */
export function selectFindings(
  findings: readonly Finding[],
  most: number,
  mayBeTold: (finding: Finding) => boolean,
): Finding[] {
  const left = findings
    .filter(({ citations }) => citations.length > 0)
    .toSorted((a, b) => b.worth - a.worth || compareText(a.text, b.text))
  const [chosen, told] = [[] as Finding[], new Set<string>()]
  const [taken, heard] = [new Map<ClaimKind, number>(), new Map<string, number>()]
  const worthNow = ({ worth, kind, from }: Finding) =>
    worth * AGAIN ** (taken.get(kind) ?? 0) * SAME_VOICE ** (heard.get(from) ?? 0)
  while (chosen.length < most && left.length > 0) {
    let best = 0
    for (const [at, one] of left.entries()) if (worthNow(one) > worthNow(left[best] as Finding)) best = at
    const [next] = left.splice(best, 1) as [Finding]
    if (isTold(next, told) || !mayBeTold(next)) continue
    chosen.push(next)
    taken.set(next.kind, (taken.get(next.kind) ?? 0) + 1)
    heard.set(next.from, (heard.get(next.from) ?? 0) + 1)
    for (const entry of next.about) told.add(entry)
  }
  return chosen
}

function isTold({ about }: Finding, told: ReadonlySet<string>): boolean {
  let known = 0
  for (const entry of about) if (told.has(entry)) known += 1
  return known * 2 >= about.size
}
