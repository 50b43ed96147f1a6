import type { LivingSide } from "./sides"
import { agentsOf, type StandingConflict } from "./summary"
import { type FILE_VERDICTS, STATEMENT_VERDICTS } from "./conflict-outputs"

type Verdict = (typeof STATEMENT_VERDICTS)[number]

/** What each verdict does, as its button says it: "removes 1 entry from 3 agents' context". */
export function consequencesOf(standing: StandingConflict): Partial<Record<Verdict, string>> {
  const possible = STATEMENT_VERDICTS.filter(
    (verdict) => verdict !== "override" || standing.row.kind === "cross-scope",
  )
  return Object.fromEntries(possible.map((verdict) => [verdict, consequenceOf(standing, verdict)]))
}

export function consequenceOf(
  standing: StandingConflict,
  verdict: Verdict | (typeof FILE_VERDICTS)[number],
): string {
  const { sides, row, readers } = standing
  const removed = (side: readonly LivingSide[]) =>
    `removes ${entries(side.length)} from ${contextOf(side, readers)}`
  switch (verdict) {
    case "keep-left":
      return removed(sides.right)
    case "keep-right":
      return removed(sides.left)
    case "delete-both":
      return removed([...sides.left, ...sides.right])
    case "merge":
      return `changes ${entries(sides.left.length)}, ${removed(sides.right)}`
    case "keep-both":
      return `keeps ${entries(sides.left.length + sides.right.length)}, with narrower scope`
    case "override": {
      const other = row.prevails === "left" ? "right" : "left"
      return `gives the ${sides[other][0]?.scope ?? ""} entry precedence for ${people(agentsOf(sides[other], readers).length)}`
    }
    case "not-a-conflict":
      return "keeps both and does not report this pair again"
    case "ours":
    case "theirs":
      return ""
  }
}

const entries = (number: number) => `${number.toLocaleString("en")} ${number === 1 ? "entry" : "entries"}`
const people = (number: number) => `${number.toLocaleString("en")} ${number === 1 ? "agent" : "agents"}`

function contextOf(side: readonly LivingSide[], readers: StandingConflict["readers"]): string {
  const agents = agentsOf(side, readers)
  const [only] = agents
  if (only === undefined) return "memory that no agent loads"
  return agents.length === 1 ? `${only}’s context` : `${people(agents.length)}’ context`
}
