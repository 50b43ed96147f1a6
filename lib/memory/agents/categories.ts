import { ownValue } from "@/lib/memory/text/own-value"
import { compareText } from "@/lib/memory/text/aggregates"

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

/** A category in the taxonomy of a team: the team's own, or one of the default. */
export interface TaxonomyCategory extends CategoryTemplate {
  /** Patterns of names in the category: `*` matches any characters, `?` any one. */
  readonly rules: readonly string[]
  /** True if the team has stored the category. Others come from the default taxonomy. */
  readonly standing: boolean
}

/** Fields that decide the category of a name. */
export type PlacedBy = Pick<CategoryTemplate, "slug" | "agents" | "coordinator"> &
  Partial<Pick<TaxonomyCategory, "rules" | "standing">>

export const DEFAULT_CATEGORIES: readonly TaxonomyCategory[] = DEFAULT_TAXONOMY.map((one) => ({
  ...one,
  rules: [],
  standing: false,
}))

/**
 * Returns the taxonomy of a team: its own categories, and the default ones that it has neither stored nor
 * removed (`leftOut`). Names that the team's own categories list are left out of the default ones. Ordered
 * like the default; other categories of the team follow by name.
 */
export function teamTaxonomy(
  own: readonly Omit<TaxonomyCategory, "standing">[],
  leftOut: readonly string[] = [],
): TaxonomyCategory[] {
  const taken = new Set(
    own.flatMap((one) => [...one.agents, ...(one.coordinator === null ? [] : [one.coordinator])]),
  )
  const listed = DEFAULT_CATEGORIES.flatMap((template) => {
    const there = own.find(({ slug }) => slug === template.slug)
    if (there) return [{ ...there, standing: true }]
    if (leftOut.includes(template.slug)) return []
    return [
      {
        ...template,
        agents: template.agents.filter((name) => !taken.has(name)),
        coordinator:
          template.coordinator !== null && taken.has(template.coordinator) ? null : template.coordinator,
      },
    ]
  })
  const others = own
    .filter(({ slug }) => !DEFAULT_TAXONOMY.some((one) => one.slug === slug))
    .map((one) => ({ ...one, standing: true }))
  return [
    ...listed,
    ...others.toSorted(
      (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.slug, b.slug),
    ),
  ]
}

/**
 * A category of a name, with the reason. `by`: the matching rule, or the successor in the same category; else
 * null.
 */
export interface NamePlace<Category> {
  readonly category: Category
  readonly why: "coordinator" | "member" | "rule" | "predecessor"
  readonly by: string | null
}

/**
 * Returns the category of a name, or null. Categories that the team has stored take precedence over those of
 * the default. Within each group, the coordinator decides, then the members, then the matching rule with the
 * most literal characters (of equal ones, that of the first category), and last the category of the agent's
 * successor in `PREDECESSORS`.
 */
export function placeOfName<Category extends PlacedBy>(
  taxonomy: readonly Category[],
  name: string,
): NamePlace<Category> | null {
  const [own, others] = [
    taxonomy.filter(({ standing }) => standing !== false),
    taxonomy.filter(({ standing }) => standing === false),
  ]
  return placeAmong(own, name) ?? placeAmong(others, name)
}

/** Returns the category of a name without the reason, or null. */
export const categoryOfName = <Category extends PlacedBy>(
  taxonomy: readonly Category[],
  name: string,
): Category | null => placeOfName(taxonomy, name)?.category ?? null

function placeAmong<Category extends PlacedBy>(
  taxonomy: readonly Category[],
  name: string,
): NamePlace<Category> | null {
  const leading = taxonomy.find(({ coordinator }) => coordinator === name)
  if (leading) return { category: leading, why: "coordinator", by: null }
  const listing = taxonomy.find(({ agents }) => agents.includes(name))
  if (listing) return { category: listing, why: "member", by: null }
  const [ruling] = taxonomy
    .flatMap((category) =>
      (category.rules ?? []).filter((rule) => matchesRule(rule, name)).map((rule) => ({ category, rule })),
    )
    .toSorted((a, b) => literals(b.rule) - literals(a.rule))
  if (ruling) return { category: ruling.category, why: "rule", by: ruling.rule }
  const successor = Object.keys(PREDECESSORS).find((one) => ownValue(PREDECESSORS, one)?.includes(name))
  const following =
    successor === undefined ? undefined : taxonomy.find(({ agents }) => agents.includes(successor))
  return following && successor !== undefined
    ? { category: following, why: "predecessor", by: successor }
    : null
}

/** True if a name matches a rule completely, ignoring case. Fast for any rule, because it backtracks only to the last star. */
export function matchesRule(rule: string, name: string): boolean {
  const [pattern, text] = [[...rule.toLowerCase()], [...name.toLowerCase()]]
  let [at, star, from] = [0, -1, 0]
  for (let place = 0; place < text.length;) {
    if (pattern[at] === "*") [star, from, at] = [at, place, at + 1]
    else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[place]))
      [place, at] = [place + 1, at + 1]
    else if (star >= 0) [from, place, at] = [from + 1, from + 1, star + 1]
    else return false
  }
  return pattern.slice(at).every((one) => one === "*")
}

const literals = (rule: string): number => rule.replace(/[*?]/g, "").length

/** Degrees of sharing among the agents of a category, highest first. */
export const SHARINGS = [
  "very high",
  "high",
  "low",
  "single agent",
] as const satisfies readonly CategoryTemplate["sharing"][]

/** True for a valid pattern of agents' names. "*" alone would match all. */
export const isRule = (text: string): boolean =>
  /^[\p{L}\p{N}._*?-]+$/u.test(text) && /[\p{L}\p{N}]/u.test(text)

/** Changes to a category. Undefined fields stay. */
export interface CategoryEdit {
  readonly name?: string | undefined
  readonly writePolicy?: TaxonomyCategory["writePolicy"] | undefined
  readonly coordinator?: string | null | undefined
  readonly sharing?: TaxonomyCategory["sharing"] | undefined
  readonly members?: readonly string[] | undefined
  readonly rules?: readonly string[] | undefined
}

/** Returns the category after the edit, without duplicates. Coordinators are not listed as members. */
export function editCategory(category: TaxonomyCategory, edit: CategoryEdit): TaxonomyCategory {
  const coordinator = edit.coordinator === undefined ? category.coordinator : edit.coordinator
  return {
    ...category,
    name: edit.name ?? category.name,
    writePolicy: edit.writePolicy ?? category.writePolicy,
    sharing: edit.sharing ?? category.sharing,
    coordinator,
    agents: [...new Set(edit.members ?? category.agents)].filter((name) => name !== coordinator),
    rules: [...new Set((edit.rules ?? category.rules).map((rule) => rule.toLowerCase()))],
    standing: true,
  }
}

/** Returns why a team cannot have this category beside its others: names, agents and rules must be unique. Null if it can. */
export function whyNotBeside(
  category: TaxonomyCategory,
  taxonomy: readonly TaxonomyCategory[],
): string | null {
  for (const other of taxonomy.filter(({ slug, standing }) => standing && slug !== category.slug)) {
    if (other.name.toLowerCase() === category.name.toLowerCase())
      return `name: the category ${other.name} already exists (${other.slug})`
    if (category.coordinator !== null && other.coordinator === category.coordinator)
      return `coordinator: ${category.coordinator} already coordinates ${other.name}. Choose another coordinator for ${other.name} first`
    if (category.coordinator !== null && other.agents.includes(category.coordinator))
      return `coordinator: ${category.coordinator} is a member of ${other.name}. Move the agent to this category first`
    const member = category.agents.find((name) => other.agents.includes(name) || other.coordinator === name)
    if (member !== undefined)
      return `members: ${member} ${other.coordinator === member ? "coordinates" : "is a member of"} ${other.name}. First move the agent to this category, or remove the agent from ${other.name}`
    const rule = category.rules.find((one) => other.rules.includes(one))
    if (rule !== undefined)
      return `rules: ${other.name} already has the rule ${rule}. Remove the rule there first`
  }
  return null
}

/**
 * Returns the changed categories if a name moves to the category `to`, or to none. The name leaves the
 * members of all other categories, and no longer coordinates them. A default category that the team has not
 * stored changes only if it gets the name, or if the name moves to none.
 */
export function moveName(
  taxonomy: readonly TaxonomyCategory[],
  name: string,
  to: string | null,
): TaxonomyCategory[] {
  return taxonomy.flatMap((category) => {
    const here = category.slug === to
    if (
      here
        ? category.agents.includes(name) || category.coordinator === name
        : !category.agents.includes(name) && category.coordinator !== name
    )
      return []
    if (here) return [{ ...category, agents: [...category.agents, name], standing: true }]
    if (to !== null && !category.standing) return []
    return [
      {
        ...category,
        agents: category.agents.filter((one) => one !== name),
        coordinator: category.coordinator === name ? null : category.coordinator,
        standing: true,
      },
    ]
  })
}

/**
 * Returns the category that lists a name as coordinator or member, without rules; null if none does. A
 * category that the team has stored takes precedence.
 */
export function listingOf(taxonomy: readonly TaxonomyCategory[], name: string): TaxonomyCategory | null {
  const listing = taxonomy.filter(({ agents, coordinator }) => coordinator === name || agents.includes(name))
  return listing.find(({ standing }) => standing) ?? listing[0] ?? null
}
