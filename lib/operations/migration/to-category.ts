import type { MergeSource } from "@/lib/memory/migration/agents-to-category"
import type { NotMigrated, Problem } from "@/lib/memory/migration/migrated-memory"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { LayoutFile } from "@/lib/db/layout-migrations"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { runForPerson } from "../isolated/run-isolated"
import { byId, gatherCategory } from "./analyses"
import {
  type CategoryPlan,
  hindrances,
  type MigratedFile,
  type PlanningInput,
  refusedPlan,
  waitingProposals,
  type LoadedFile,
} from "./category-plan"

/**
 * Plans a migration from layout A or C to D. The files of agents or roles become one file of their category.
 */
export async function planToCategory(planning: PlanningInput): Promise<Outcome<CategoryPlan>> {
  const { category, loaded } = planning
  const merge = mergeOf(planning)
  const problems = problemsOf(merge, planning)
  if (problems.length > 0) return done(refusedPlan(category, problems))
  const { going, path, into, old } = merge
  const gathered = await gather(merge, planning)
  if (!gathered.ok) return gathered
  const made = gathered.value
  if (made.problems.length > 0) return done(refusedPlan(category, made.problems))
  const rows = groupBy(made.entries, ({ from }) => from.path)
  const isSame = into !== null && into.memory.text === made.text
  const change = into === null ? "made" : "changed"
  const whole: MigratedFile = {
    standing: old?.standing ?? null,
    path,
    format: "category-memory",
    agent: null,
    becomes: isSame ? "same" : change,
    next: isSame ? null : { text: made.text, ids: made.ids },
    restored: false,
    entries: rows.get(path) ?? [],
  }
  const removed = going.map((file): MigratedFile => ({
    standing: (loaded.get(file.id) as LoadedFile).standing,
    path: file.path,
    format: (loaded.get(file.id) as LoadedFile).standing.head.format,
    agent: file.agent,
    becomes: "removed",
    next: null,
    restored: false,
    entries: rows.get(file.path) ?? [],
  }))
  return done({
    category,
    from: category.layout,
    files: [whole, ...removed],
    entries: made.entries,
    left: [...made.left, ...leftBy(merge, planning)],
    problems: [],
  })
}

interface CategoryMerge {
  /** Files that are merged into the category's file. */
  readonly going: readonly LayoutFile[]
  /** Names of agents that opted out. Their files stay. */
  readonly optedOut: ReadonlySet<string>
  /** Path of the category's file. */
  readonly path: string
  /** Current file of the category, or null. */
  readonly into: LoadedFile | null
  /** Current or removed file at the path, or null. */
  readonly old: LoadedFile | null
}

function mergeOf(planning: PlanningInput): CategoryMerge {
  const { category, loaded, byPath } = planning
  const optedOut = new Set(category.agents.filter((one) => one.optedOut).map(({ name }) => name))
  const going = [...category.parts, ...category.own.filter(({ agent }) => !optedOut.has(agent ?? ""))]
  const [whole] = category.whole
  const path = whole?.path ?? pathOf(planning, going)
  const into = whole ? (loaded.get(whole.id) as LoadedFile) : null
  const atPath = byPath.get(path)
  const old = into ?? (atPath ? (loaded.get(atPath.id) ?? null) : null)
  return { going, optedOut, path, into, old }
}

function problemsOf({ going, path }: CategoryMerge, { category, loaded, byPath }: PlanningInput): Problem[] {
  const existing = byPath.get(path)
  if (existing && (existing.format !== "category-memory" || existing.category !== category.slug))
    return [
      {
        path,
        message: `the memory of ${category.name} would be written here, but ${existing.agent ?? "another agent"} already has a file here. Move or rename that file`,
      },
    ]
  const files = [...going, ...category.whole]
  return files.flatMap((file) => hindrances(file, loaded.get(file.id) as LoadedFile))
}

function gather({ going, path, into, old }: CategoryMerge, planning: PlanningInput) {
  const { category, loaded } = planning
  const names = [
    ...new Set([
      ...category.agents.map(({ name }) => name),
      ...going.flatMap(({ agent }) => (agent === null ? [] : [agent])),
    ]),
  ]
  const sources = inOrder(going, names).map((file) =>
    sourceOf(file, loaded.get(file.id) as LoadedFile, planning),
  )
  return runForPerson(
    gatherCategory,
    {
      name: category.name,
      agents: names,
      into: into && byId(into.memory),
      sources: sources.map((source) => ({ ...source, memory: byId(source.memory) })),
      target: { path, readAs: old?.standing.reading.path ?? path, format: "category-memory" },
      before: old?.standing.entries ?? null,
    },
    `The memory of ${category.name}`,
  )
}

/** Returns the files that the migration does not move, with the reason. */
function leftBy(
  { going, optedOut, path }: CategoryMerge,
  { category, loaded }: PlanningInput,
): NotMigrated[] {
  const ofOptedOut = category.own.filter(({ agent }) => optedOut.has(agent ?? ""))
  const topics = category.topics.filter(({ agent }) => going.some((file) => file.agent === agent))
  return [
    ...ofOptedOut.map((file) => ({
      path: file.path,
      why: `${file.agent} has opted out of memory, so its file is not changed`,
    })),
    ...topics.map((file) => ({
      path: file.path,
      why: `a topic file of ${file.agent} is not part of any layout, so the file is kept and its links are unchanged`,
    })),
    ...going.flatMap((file) => waitingProposals(loaded.get(file.id) as LoadedFile, path)),
  ]
}

function sourceOf(
  file: LayoutFile,
  { memory, standing }: LoadedFile,
  { category, project, today }: PlanningInput,
): MergeSource {
  const format = memory.format
  const scaffold = format.scaffold({
    agent: file.agent,
    project: project.name,
    category: category.slug,
    roles: [],
    date: today,
  })
  const lines = new Set(
    standing.head.format === "category-memory"
      ? []
      : scaffold
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== ""),
  )
  return { memory, scaffold: lines, place: placeOf(file, category.coordinator) }
}

function placeOf({ agent, path }: LayoutFile, coordinator: string | null): MergeSource["place"] {
  if (agent === null) return { kind: "everyone" }
  const isCoordinator = agent === coordinator || path.endsWith("/coordinator.md")
  return coordinator !== null && isCoordinator ? { kind: "coordinator" } : { kind: "role", agent }
}

const inOrder = (files: readonly LayoutFile[], names: readonly string[]): LayoutFile[] =>
  files.toSorted((a, b) => rank(a, names) - rank(b, names))
const rank = ({ agent }: LayoutFile, names: readonly string[]): number =>
  agent === null ? -1 : names.indexOf(agent)

/**
 * Returns the path of a new category file: beside a role file, beside the folder of an agent or another
 * category, or else below `.claude/agent-memory`.
 */
function pathOf({ category, byPath }: PlanningInput, going: readonly LayoutFile[]): string {
  const part = category.parts[0]
  if (part) return [...part.path.split("/").slice(0, -1), "MEMORY.md"].join("/")
  const other = [...byPath.values()].find(
    (file) =>
      file.format === "category-memory" &&
      file.agent === null &&
      file.state !== "gone" &&
      file.path.endsWith(`/${file.category}/MEMORY.md`),
  )
  const index = going.find(({ format }) => format === "claude-agent-memory")
  const beside = index ?? other
  if (beside) return [...beside.path.split("/").slice(0, -2), category.slug, "MEMORY.md"].join("/")
  const root =
    going[0] && going[0].path.includes(".kaizen/")
      ? going[0].path.slice(0, going[0].path.indexOf(".kaizen/"))
      : ""
  return `${root}.claude/agent-memory/${category.slug}/MEMORY.md`
}
