import type { GatheredSource } from "@/lib/memory/migration/gather"
import type { NotMigrated } from "@/lib/memory/migration/memory"
import { groupBy } from "@/lib/memory/text/group"
import type { LayoutFile } from "@/lib/db/migration/migrations"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { runForPerson } from "../isolated/run-for-person"
import { byId, gatherCategory } from "./analyses"
import {
  type CategoryPlan,
  hindrances,
  type PlannedFile,
  type Planning,
  refusedPlan,
  waitingFor,
} from "./category-plan"
import type { Loaded } from "./load"

/** Layouts A and C to D: the files of agents or roles become one file of their category. */
export async function planToCategory(planning: Planning): Promise<Outcome<CategoryPlan>> {
  const { category, loaded, byPath } = planning
  const silent = new Set(category.agents.filter(({ optedOut }) => optedOut).map(({ name }) => name))
  const going = [...category.parts, ...category.own.filter(({ agent }) => !silent.has(agent ?? ""))]
  const path = category.whole[0]?.path ?? pathOf(planning, going)
  const there = byPath.get(path)
  if (there && (there.format !== "category-memory" || there.category !== category.slug))
    return done(
      refusedPlan(category, [
        {
          path,
          message: `the memory of ${category.name} would be written here, but ${there.agent ?? "another agent"} has a file: move or rename that file`,
        },
      ]),
    )
  const files = [...going, ...category.whole]
  const problems = files.flatMap((file) => hindrances(file, loaded.get(file.id) as Loaded))
  if (problems.length > 0) return done(refusedPlan(category, problems))
  const into = category.whole[0] ? (loaded.get(category.whole[0].id) as Loaded) : null
  const old = into ?? (there ? (loaded.get(there.id) ?? null) : null)
  const names = [
    ...new Set([
      ...category.agents.map(({ name }) => name),
      ...going.flatMap(({ agent }) => (agent === null ? [] : [agent])),
    ]),
  ]
  const sources = inOrder(going, names).map((file) => sourceOf(file, loaded.get(file.id) as Loaded, planning))
  const gathered = await runForPerson(
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
  if (!gathered.ok) return gathered
  const made = gathered.value
  if (made.problems.length > 0) return done(refusedPlan(category, made.problems))
  const rows = groupBy(made.entries, ({ from }) => from.path)
  const whole: PlannedFile = {
    standing: old?.standing ?? null,
    path,
    format: "category-memory",
    agent: null,
    becomes: into ? "changed" : "made",
    next: into && into.memory.text === made.text ? null : { text: made.text, ids: made.ids },
    restored: false,
    entries: rows.get(path) ?? [],
  }
  const left: NotMigrated[] = [
    ...made.left,
    ...category.own
      .filter(({ agent }) => silent.has(agent ?? ""))
      .map((file) => ({
        path: file.path,
        why: `${file.agent} has opted out of memory: its file is not changed`,
      })),
    ...category.topics
      .filter(({ agent }) => going.some((file) => file.agent === agent))
      .map((file) => ({
        path: file.path,
        why: `a topic file of ${file.agent} is not part of any layout: it stays, and its links are unchanged`,
      })),
    ...going.flatMap((file) => waitingFor(loaded.get(file.id) as Loaded, path)),
  ]
  const removed = going.map((file): PlannedFile => ({
    standing: (loaded.get(file.id) as Loaded).standing,
    path: file.path,
    format: (loaded.get(file.id) as Loaded).standing.head.format,
    agent: file.agent,
    becomes: "removed",
    next: null,
    restored: false,
    entries: rows.get(file.path) ?? [],
  }))
  return done({
    category,
    from: category.layout,
    files: [whole.next === null ? { ...whole, becomes: "same" } : whole, ...removed],
    entries: made.entries,
    left,
    problems: [],
  })
}

function sourceOf(
  file: LayoutFile,
  { memory, standing }: Loaded,
  { category, project, today }: Planning,
): GatheredSource {
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
  const agent = file.agent
  const leads =
    agent !== null &&
    category.coordinator !== null &&
    (agent === category.coordinator || file.path.endsWith("/coordinator.md"))
  return {
    memory,
    scaffold: lines,
    place: agent === null ? { kind: "everyone" } : leads ? { kind: "coordinator" } : { kind: "role", agent },
  }
}

const inOrder = (files: readonly LayoutFile[], names: readonly string[]): LayoutFile[] =>
  files.toSorted((a, b) => rank(a, names) - rank(b, names))
const rank = ({ agent }: LayoutFile, names: readonly string[]): number =>
  agent === null ? -1 : names.indexOf(agent)

/** Beside the file of another category, or of an agent; what is kept in `.kaizen` says nothing of where a category's memory stands. */
function pathOf({ category, byPath }: Planning, going: readonly LayoutFile[]): string {
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
