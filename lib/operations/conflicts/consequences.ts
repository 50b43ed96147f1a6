import type { CurrentSide } from "./current-sides"
import { agentsOf, type CurrentConflict } from "./summary"
import { type FILE_VERDICTS, STATEMENT_VERDICTS } from "./conflict-outputs"

type Verdict = (typeof STATEMENT_VERDICTS)[number]

/** Returns the effect of each possible verdict, for its button: "removes 1 entry from 3 agents' context". */
export function consequencesOf(standing: CurrentConflict): Partial<Record<Verdict, string>> {
  const possible = STATEMENT_VERDICTS.filter(
    (verdict) => verdict !== "override" || standing.row.kind === "cross-scope",
  )
  return Object.fromEntries(possible.map((verdict) => [verdict, consequenceOf(standing, verdict)]))
}

/** Returns the effect of a verdict. Empty for conflicts between files. */
export const consequenceOf = (
  conflict: CurrentConflict,
  verdict: Verdict | (typeof FILE_VERDICTS)[number],
): string => (verdict === "ours" || verdict === "theirs" ? "" : CONSEQUENCES[verdict](conflict))

const CONSEQUENCES: Record<Verdict, (conflict: CurrentConflict) => string> = {
  "keep-left": ({ sides, readers }) => removes(sides.right, readers),
  "keep-right": ({ sides, readers }) => removes(sides.left, readers),
  "delete-both": ({ sides, readers }) => removes([...sides.left, ...sides.right], readers),
  merge: ({ sides, readers }) => `changes ${entries(sides.left.length)} and ${removes(sides.right, readers)}`,
  "keep-both": ({ sides }) => `keeps ${entries(sides.left.length + sides.right.length)}, with narrower scope`,
  override: ({ sides, row, readers }) => {
    const side = sides[row.prevails === "left" ? "right" : "left"]
    return `gives the ${side[0]?.scope ?? ""} entry precedence for ${people(agentsOf(side, readers).length)}`
  },
  "not-a-conflict": () => "keeps both entries and does not report this pair again",
}

const removes = (side: readonly CurrentSide[], readers: CurrentConflict["readers"]): string =>
  `removes ${entries(side.length)} from ${contextOf(side, readers)}`

const entries = (number: number) => `${number.toLocaleString("en")} ${number === 1 ? "entry" : "entries"}`
const people = (number: number) => `${number.toLocaleString("en")} ${number === 1 ? "agent" : "agents"}`

function contextOf(side: readonly CurrentSide[], readers: CurrentConflict["readers"]): string {
  const agents = agentsOf(side, readers)
  const [only] = agents
  if (only === undefined) return "memory that no agent loads"
  return agents.length === 1 ? `${only}’s context` : `${people(agents.length)}’ contexts`
}
