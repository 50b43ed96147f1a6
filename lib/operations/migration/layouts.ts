import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { done, refused } from "@/lib/memory/inputs/outcome"
import {
  type LayoutAgent,
  type LayoutCategory,
  type LayoutFile,
  layoutCategories,
  layoutFiles,
} from "@/lib/db/layout-migrations"
import type { Tx } from "@/lib/db/infra/commit"
import { groupBy } from "@/lib/memory/text/aggregates"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { layoutView } from "./migration-outputs"

const LAYOUTS = ["A", "D"] as const

export const listLayouts = operation({
  name: "migration.layouts",
  summary:
    "Show the layout and files of each category's memory in a project, and the layouts that each category can migrate to.",
  method: "GET",
  path: "/migrations/layouts",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object({ team: z.string(), project: z.string() }),
  output: z.object({ categories: z.array(layoutView) }),
  async run(actor, { team: asked, project: named }) {
    const team = await teamOf(actor, "read", asked)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, named)
    if (!project.ok) return project
    if (project.value === null) return refused("not-found", "project: required")
    const { categories } = await listCategoryLayouts(visibilityOf(actor, team.value.id), project.value.id)
    const views = categories.flatMap((category) => {
      if (category.layout === "none" && category.agents.length === 0) return []
      const files = [...category.own, ...category.parts, ...category.whole]
      const why = Object.fromEntries(
        LAYOUTS.flatMap((to) => [whyNotTo(to, category)].flatMap((one) => (one === null ? [] : [[to, one]]))),
      )
      const fileOf = (agent: string) => files.find((file) => file.agent === agent)
      return [
        {
          slug: category.slug,
          name: category.name,
          layout: category.layout,
          agents: category.agents.map(({ name }) => ({
            name,
            file: fileOf(name)?.id ?? null,
            entries: fileOf(name)?.entries ?? 0,
          })),
          files: files.map(({ id, path, role, entries, lines }) => ({ id, path, role, entries, lines })),
          may: LAYOUTS.filter((to) => why[to] === undefined),
          why,
        },
      ]
    })
    return done({ categories: views })
  },
})

export type Layout = "A" | "B" | "C" | "D" | "mixed" | "none"
export type TargetLayout = "A" | "D"

/** Memory of a category in a project. The files are grouped by the layout that they belong to. */
export interface CategoryLayout extends Omit<LayoutCategory, "agents"> {
  /** Agents of the category in its own order. Agents that the category does not list follow by name. */
  readonly agents: readonly LayoutAgent[]
  readonly layout: Layout
  /** Files of single agents, as in layout A. */
  readonly own: readonly LayoutFile[]
  /** The shared file and the files of roles, as in layout C. */
  readonly parts: readonly LayoutFile[]
  /** Files of the whole category, as in layouts B and D. */
  readonly whole: readonly LayoutFile[]
  /** Topic files beside the indexes of agents. They belong to no layout. */
  readonly topics: readonly LayoutFile[]
  /** Removed files of the category's agents. */
  readonly gone: readonly LayoutFile[]
}

/** Returns the layout of each category in a project. `byPath`: all files of the project by path. */
export async function listCategoryLayouts(
  visible: Visibility,
  projectId: string,
  tx?: Tx,
): Promise<{ categories: CategoryLayout[]; byPath: Map<string, LayoutFile> }> {
  const categories = await layoutCategories(visible, projectId, tx)
  const files = await layoutFiles(visible, projectId, tx)
  const bySlug = groupBy(files, ({ category, agentCategory }) => category ?? agentCategory ?? "")
  return {
    categories: categories.map((one) => standing(one, bySlug.get(one.slug) ?? [])),
    byPath: new Map(files.map((file) => [file.path, file])),
  }
}

function standing(category: LayoutCategory, files: readonly LayoutFile[]): CategoryLayout {
  const there = files.filter(({ state }) => state !== "gone")
  const own = there.filter(isOwn)
  const parts = there.filter(
    (file) => file.format === "category-memory" && (file.role === "shared" || file.agent !== null),
  )
  const whole = there.filter(
    (file) => file.format === "category-memory" && file.role !== "shared" && file.agent === null,
  )
  const layouts: Layout[] = [
    ...(own.length > 0 ? ["A" as const] : []),
    ...(parts.length > 0 ? ["C" as const] : []),
    ...(whole.length > 0
      ? [whole.some(({ layout }) => layout === "B") ? ("B" as const) : ("D" as const)]
      : []),
  ]
  const rank = (name: string) =>
    category.members.includes(name) ? category.members.indexOf(name) : category.members.length
  return {
    ...category,
    own,
    parts,
    whole,
    agents: category.agents.toSorted((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1)),
    layout: layouts.length > 1 ? "mixed" : (layouts[0] ?? "none"),
    topics: there.filter(
      (file) => file.format === "claude-agent-memory" && file.role === "topic" && file.agent !== null,
    ),
    gone: files.filter((file) => file.state === "gone" && isOwn(file)),
  }
}

const isOwn = ({ format, role, agent, category }: LayoutFile): boolean =>
  agent !== null &&
  category === null &&
  ((format === "kaizen" && role === "memory") || (format === "claude-agent-memory" && role === "index"))

/** Returns why the memory of a category cannot be moved to a layout, or null if it can. */
export function whyNotTo(
  to: TargetLayout,
  { layout, own, parts, whole, agents, name }: CategoryLayout,
): string | null {
  if (layout === "none") return `${name} has no memory to migrate`
  if (whole.length > 1)
    return `${name} has several files of its own (${whole.map(({ path }) => path).join(" and ")}). Keep only one`
  const silent = new Set(agents.filter(({ optedOut }) => optedOut).map((agent) => agent.name))
  if (to === "D")
    return parts.length + own.filter(({ agent }) => !silent.has(agent ?? "")).length > 0
      ? null
      : "the category already has this layout"
  if (silent.size === agents.length)
    return `${name} has no agent that could receive a file. Assign agents to the category (Settings > Categories)`
  if (parts.length > 0)
    return `${name} has both a shared file and role files. Migrate the category to layout D first`
  return whole.length > 0 ? null : "the category already has this layout"
}
