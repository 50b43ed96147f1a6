import type { SeedInput, SeedEntry, SeedPlacement } from "@/lib/memory/seed/seed-entry"
import { classifySeed } from "@/lib/memory/seed/entry-placement"

/** A new fleet with the entries of its predecessors and the place a person chose for each. */
export interface Family {
  readonly name: string
  readonly asked: SeedInput
  readonly entries: readonly SeedEntry[]
  /** By entry: shared, coordinator, the first word of a role's name, or the reason why it is left out. */
  readonly expected: ReadonlyMap<string, string>
}

const FLEETS: Readonly<
  Record<
    string,
    {
      readonly agent?: string
      readonly slug: string
      readonly roles: string
      readonly coordinator: string | null
    }
  >
> = {
  architecture: {
    slug: "architecture",
    roles: "structure-architect interface-architect risk-architect",
    coordinator: "architecture-coordinator",
  },
  planning: {
    slug: "planning",
    roles: "decomposition-planner interface-planner strategy-planner",
    coordinator: "planning-coordinator",
  },
  validation: {
    slug: "validation",
    roles: "correctness-challenger completeness-challenger robustness-challenger",
    coordinator: "validation-coordinator",
  },
  testing: {
    slug: "testing",
    roles: "unit-tester contract-tester regression-tester",
    coordinator: "testing-coordinator",
  },
  review: {
    slug: "review",
    roles: "spec-reviewer code-reviewer contract-reviewer regression-reviewer",
    coordinator: null,
  },
  web: { slug: "web", roles: "backend-developer frontend-developer db-migrator", coordinator: null },
  verification: {
    slug: "verification",
    roles: "static-verifier relational-verifier behavioral-verifier impact-verifier",
    coordinator: "verification-coordinator",
  },
  guild: {
    slug: "guild",
    roles: "security-auditor performance-auditor accessibility-auditor",
    coordinator: null,
  },
  mobile: {
    slug: "mobile",
    roles: "ios-developer android-developer backend-developer",
    coordinator: "mobile-lead",
  },
  data: { slug: "data", roles: "ingest-engineer model-trainer report-analyst", coordinator: null },
  "structure-architect": {
    agent: "structure-architect",
    slug: "architecture",
    roles: "structure-architect interface-architect risk-architect",
    coordinator: "architecture-coordinator",
  },
  "risk-architect": {
    agent: "risk-architect",
    slug: "architecture",
    roles: "structure-architect interface-architect risk-architect",
    coordinator: "architecture-coordinator",
  },
  "migration-runner": {
    agent: "migration-runner",
    slug: "data",
    roles: "migration-runner pipeline-builder quality-auditor",
    coordinator: "data-coordinator",
  },
  "accessibility-checker": {
    agent: "accessibility-checker",
    slug: "frontend",
    roles: "accessibility-checker style-keeper state-engineer",
    coordinator: "frontend-lead",
  },
  "dependency-auditor": {
    agent: "dependency-auditor",
    slug: "review",
    roles: "spec-reviewer code-reviewer contract-reviewer dependency-auditor",
    coordinator: "review-coordinator",
  },
  "interface-architect": {
    agent: "interface-architect",
    slug: "architecture",
    roles: "structure-architect interface-architect risk-architect",
    coordinator: "architecture-coordinator",
  },
  "flaky-test-hunter": {
    agent: "flaky-test-hunter",
    slug: "testing",
    roles: "unit-tester contract-tester regression-tester flaky-test-hunter",
    coordinator: "testing-coordinator",
  },
  "incident-responder": {
    agent: "incident-responder",
    slug: "operations",
    roles: "incident-responder cost-watcher deploy-operator",
    coordinator: "operations-coordinator",
  },
  "decomposition-planner": {
    agent: "decomposition-planner",
    slug: "planning",
    roles: "decomposition-planner interface-planner strategy-planner",
    coordinator: "planning-coordinator",
  },
  "correctness-challenger": {
    agent: "correctness-challenger",
    slug: "validation",
    roles: "correctness-challenger completeness-challenger robustness-challenger",
    coordinator: "validation-coordinator",
  },
  "changelog-writer": {
    agent: "changelog-writer",
    slug: "delivery",
    roles: "changelog-writer",
    coordinator: null,
  },
}

export const LABELLED_DATE = "2026-11-22"

export function askedOf(name: string, over: Partial<SeedInput> = {}): SeedInput {
  const fleet = FLEETS[name]
  if (fleet === undefined) throw new Error(`no fleet is called ${name}`)
  const roles = fleet.roles.split(" ")
  return {
    agent: fleet.agent ?? null,
    category: { slug: fleet.slug, name: fleet.slug, agents: roles, coordinator: fleet.coordinator },
    roles,
    today: LABELLED_DATE,
    staleDays: 180,
    known: [],
    ...over,
  }
}

/**
 * Parses `development.ts`, `held-out.ts` and `unseen.ts`: `# fleet`, `## predecessor · heading`, `place |
 * date | text`.
 */
export function readFamilies(text: string): Family[] {
  return text
    .trim()
    .split(/^# /m)
    .filter(Boolean)
    .map((block) => {
      const [name = "", ...lines] = block.trim().split("\n")
      const [entries, expected] = [[] as SeedEntry[], new Map<string, string>()]
      let [from, section] = ["", ""]
      for (const line of lines) {
        if (line.startsWith("## ")) [from = "", section = ""] = line.slice(3).split(" · ")
        else {
          const { place, ...entry } = entryIn(line)
          const id = `${name}:${entries.length}`
          entries.push({ id, from, section, type: null, confidence: null, ...entry })
          expected.set(id, place)
        }
      }
      return { name, asked: askedOf(name), entries, expected }
    })
}

export interface Judged {
  readonly family: string
  readonly text: string
  readonly expected: string
  readonly found: string
  readonly placement: SeedPlacement
}

/**
 * Compares the rules with the labels for a family. Of two duplicates either may be kept; the label belongs to
 * the kept one.
 */
export function judge({ name, asked, entries, expected }: Family): Judged[] {
  const placements = classifySeed(asked, entries)
  const wanted = new Map(expected)
  for (const { entry, place } of placements) {
    if (
      place.kind !== "left-out" ||
      place.why !== "duplicate" ||
      place.by === undefined ||
      expected.get(place.by) !== "duplicate"
    )
      continue
    wanted.set(place.by, expected.get(entry) ?? "")
    wanted.set(entry, "duplicate")
  }
  return placements.map((placement) => ({
    family: name,
    text: placement.text,
    expected: wanted.get(placement.entry) ?? "",
    found: labelOf(placement),
    placement,
  }))
}

/** Parses a line: the expected place, the date, and the text, struck through if it is retired. */
function entryIn(line: string) {
  const [place = "", date = "", said = ""] = line.split(" | ")
  const struck = /^~~(.*)~~(?: ← STALE \((.*)\))?$/.exec(said)
  return {
    place,
    text: struck?.[1] ?? said,
    state: struck ? ("retired" as const) : ("current" as const),
    retiredBecause: struck?.[2] ?? null,
    date: date === "" ? null : date,
  }
}

function labelOf({ place }: SeedPlacement): string {
  if (place.kind === "left-out") return place.why
  return place.kind === "role" ? (place.role.split("-")[0] ?? "") : place.kind
}

export const accuracyOf = (judged: readonly Judged[]): number =>
  judged.filter(({ expected, found }) => expected === found).length / judged.length
