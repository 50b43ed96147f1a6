import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { systemActor } from "@/lib/auth/create-actor"
import { findConflicts } from "@/lib/operations/conflicts/find/find"
import { listConflicts, showConflict } from "@/lib/operations/conflicts/conflicts"
import { runOperation } from "@/lib/operations/operation"
import { importFiles, memoryWith } from "../support/conflicts/conflicts"
import { expectDone, givenTeam } from "../support/data/people"
import { type Figure, ms, quantile, timed } from "./figures"

const [AGENTS, PAIRS, LISTED] = [42, 12, 500]

/**
 * A team with 42 agents and over 500 conflicts: the time to detect, list and show them. `analyze` runs
 * ANALYZE, as PostgreSQL does after a minute.
 */
export async function queueFigures(analyze: () => Promise<void>): Promise<Figure[]> {
  const team = await givenTeam("Conflicts")
  const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)
  await importFiles(
    team,
    Object.assign(
      {},
      ...upTo(AGENTS).map((agent) =>
        memoryWith(`agent-${agent}`, ...upTo(PAIRS).map((pair) => agent * PAIRS + pair)),
      ),
    ),
  )
  const swept = await timed(() =>
    findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "import" }),
  )
  const again = await timed(() =>
    findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "sweep", everything: true }),
  )
  await analyze()
  const listed: number[] = []
  const shown: number[] = []
  for (const turn of upTo(25)) {
    const { ms: took, value } = await timed(async () =>
      expectDone(await runOperation(listConflicts, systemActor(), { team: team.slug, limit: LISTED })),
    )
    const { ms: one } = await timed(() =>
      runOperation(showConflict, systemActor(), { conflict: value.conflicts[turn]?.id }),
    )
    if (turn < 5) continue
    listed.push(took)
    shown.push(one)
  }
  const perEntry = again.ms / again.value.entries
  return [
    {
      what: `conflicts found among ${swept.value.entries.toLocaleString("en")} new entries, and stored`,
      value: `${swept.value.found.toLocaleString("en")} in ${ms(swept.ms)}`,
      bar: "",
      holds: null,
    },
    {
      what: "  the same entries looked at again, each",
      value: ms(perEntry),
      bar: "≤ 20 ms",
      holds: perEntry <= 20,
    },
    {
      what: `${LISTED} conflicts listed, p95`,
      value: ms(quantile(listed, 0.95)),
      bar: "≤ 100 ms",
      holds: quantile(listed, 0.95) <= 100,
    },
    { what: "  one shown, p95", value: ms(quantile(shown, 0.95)), bar: "", holds: null },
  ]
}
