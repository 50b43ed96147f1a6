import { readFileSync } from "node:fs"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import type { FoundConflict } from "@/lib/operations/conflicts/find/analyses"
import { conflictsIn, type Repository } from "./corpus-conflicts"

/** Pairs of entries of one fleet, never used for training: one JSON object per line. */
const FLEET = "tests/bench/comparison/fleet.jsonl"

export interface FleetPair {
  readonly kind: "contradiction" | "near" | "exact" | "tempting"
  readonly a: string
  readonly b: string
}

export const fleetPairs = (): FleetPair[] =>
  readFileSync(FLEET, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as FleetPair)

/**
 * Places of the two entries of a pair, in turn: the same file, shared and own memory, category and own
 * memory, the same list.
 */
const PLACES: readonly (readonly [Place, Place])[] = [
  [
    { path: "memory/project.md", section: "Conventions" },
    { path: "memory/project.md", section: "Decisions" },
  ],
  [
    { path: "memory/project.md", section: "Facts" },
    { path: "agents/scout/MEMORY.md", section: "Notes", agent: "scout", category: "planning" },
  ],
  [
    { path: "memory/categories/planning.md", section: "Learned", category: "planning" },
    { path: "agents/scout/MEMORY.md", section: "Learned", agent: "scout", category: "planning" },
  ],
  [
    { path: "agents/scout/MEMORY.md", section: "Notes", agent: "scout", category: "planning" },
    { path: "agents/scout/MEMORY.md", section: "Notes", agent: "scout", category: "planning" },
  ],
]

interface Place {
  readonly path: string
  readonly section: string
  readonly agent?: string
  readonly category?: string
}

function fleet(pairs: readonly FleetPair[]): Repository {
  const entries = pairs.flatMap(({ a, b }, at) => {
    const [one, other] = PLACES[at % PLACES.length] as readonly [Place, Place]
    return [entryOf(a, `${at}a`, one), entryOf(b, `${at}b`, other)]
  })
  return { name: "fleet", entries }
}

const entryOf = (text: string, id: string, place: Place): ComparedEntry => ({
  id,
  text,
  date: null,
  fileId: place.path,
  path: place.path,
  section: place.section,
  line: Number.parseInt(id, 10),
  since: 1,
  scope: "project",
  projectId: "fleet",
  agent: place.agent ?? null,
  category: place.category ?? null,
  subject: null,
  audience: null,
})

export interface FleetOutcome extends FleetPair {
  /** The finding between the two; null if there is none. */
  readonly raised: FoundConflict["finding"] | null
}

/** The findings for each pair of the fleet, and those between entries of different pairs. */
export function fleetOutcomes(pairs = fleetPairs()): { outcomes: FleetOutcome[]; stray: FoundConflict[] } {
  const conflicts = conflictsIn(fleet(pairs))
  const pairOf = (entries: FoundConflict["left"]) => new Set(entries.map(({ id }) => Number.parseInt(id, 10)))
  const raised = new Map<number, FoundConflict["finding"]>()
  const stray: FoundConflict[] = []
  for (const conflict of conflicts) {
    const [at] = [...pairOf(conflict.left)].filter((one) => pairOf(conflict.right).has(one))
    if (at === undefined) stray.push(conflict)
    else raised.set(at, conflict.finding)
  }
  return { outcomes: pairs.map((pair, at) => ({ ...pair, raised: raised.get(at) ?? null })), stray }
}
