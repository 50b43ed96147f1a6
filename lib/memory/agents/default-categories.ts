/** How entries get into category memory: one writer consolidates, each agent writes, or each appends to its own section. */
export const WRITE_POLICIES = ["coordinated", "direct", "append-only"] as const
export type WritePolicy = (typeof WRITE_POLICIES)[number]

export interface CategoryTemplate {
  readonly slug: string
  readonly name: string
  readonly agents: readonly string[]
  readonly coordinator: string | null
  readonly writePolicy: WritePolicy
  readonly sharing: "very high" | "high" | "low" | "single agent"
}

/**
 * The thirteen categories and their agents from the category memory decision (§2.3, §3.2), and the lead for
 * the phase Delivery. The decision counts 42 agents, but names these 40. Its table has 38 to 40 without
 * Delivery, because it gives Testing "4-6 (split tester)". Review has no coordinator, because the decision
 * names none, although §4.2 would require one. Teams can edit the categories.
 */
export const DEFAULT_TAXONOMY: readonly CategoryTemplate[] = [
  coordinated("research", "Research", ["codebase-researcher", "external-researcher"], "high"),
  coordinated(
    "verification",
    "Verification",
    ["static-verifier", "relational-verifier", "behavioral-verifier", "impact-verifier"],
    "high",
  ),
  coordinated(
    "architecture",
    "Architecture",
    ["structure-architect", "interface-architect", "risk-architect"],
    "very high",
  ),
  coordinated(
    "planning",
    "Planning",
    ["decomposition-planner", "interface-planner", "strategy-planner"],
    "very high",
  ),
  coordinated(
    "validation",
    "Validation",
    ["correctness-challenger", "completeness-challenger", "robustness-challenger"],
    "very high",
  ),
  coordinated("implementation", "Implementation", ["implementer"], "low"),
  {
    slug: "review",
    name: "Review",
    agents: ["spec-reviewer", "code-reviewer", "contract-reviewer", "regression-reviewer"],
    coordinator: null,
    writePolicy: "append-only",
    sharing: "high",
  },
  coordinated(
    "testing",
    "Testing",
    ["unit-tester", "contract-tester", "regression-tester", "integrator"],
    "high",
  ),
  single("monitoring", "Monitoring", ["execution-monitor"]),
  coordinated(
    "infra-quality",
    "INFRA Quality",
    ["infra-static-analyst", "infra-relational-analyst", "infra-behavioral-analyst", "infra-impact-analyst"],
    "high",
  ),
  single("dynamic-impact", "Dynamic Impact", ["dynamic-impact-analyst"]),
  single("infra-impl", "INFRA Implementation", ["infra-implementer"]),
  single("delivery", "Delivery", ["lead"]),
]

/**
 * Predecessors of agents, from the source documents. A new agent may be seeded from a predecessor's memory.
 */
export const PREDECESSORS: Readonly<Record<string, readonly string[]>> = {
  "structure-architect": ["architect"],
  "interface-architect": ["architect"],
  "risk-architect": ["architect"],
  "decomposition-planner": ["plan-writer"],
  "interface-planner": ["plan-writer"],
  "strategy-planner": ["plan-writer"],
  "correctness-challenger": ["devils-advocate"],
  "completeness-challenger": ["devils-advocate"],
  "robustness-challenger": ["devils-advocate"],
}

function coordinated(
  slug: string,
  name: string,
  agents: readonly string[],
  sharing: CategoryTemplate["sharing"],
): CategoryTemplate {
  return { slug, name, agents, coordinator: `${slug}-coordinator`, writePolicy: "coordinated", sharing }
}

function single(slug: string, name: string, agents: readonly string[]): CategoryTemplate {
  return { slug, name, agents, coordinator: null, writePolicy: "direct", sharing: "single agent" }
}
