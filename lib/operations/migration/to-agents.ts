import type { LayoutFile, RemovedFile } from "@/lib/db/layout-migrations"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { SplitCategory, SplitAgent, SplitFile } from "@/lib/memory/migration/category-to-agents"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Problem } from "@/lib/memory/migration/migrated-memory"
import { runForPerson } from "../isolated/run-isolated"
import { storedFormat } from "../writing/revise-head"
import { byId, spreadCategory } from "./analyses"
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
 * Plans a migration from layout D to A. The entries of the category's file move to the files of its agents.
 */
export async function planToAgents(planning: PlanningInput): Promise<Outcome<CategoryPlan>> {
  const { category, loaded } = planning
  const [whole] = category.whole
  if (!whole) return done(refusedPlan(category, []))
  const own = category.own.filter(({ agent }) =>
    category.agents.some((one) => one.name === agent && !one.optedOut),
  )
  const problems = [whole, ...own].flatMap((file) => hindrances(file, loaded.get(file.id) as LoadedFile))
  const source = loaded.get(whole.id) as LoadedFile
  const agents = category.agents.map(({ name, optedOut }): SplitAgent => ({
    name,
    optedOut,
    coordinator: name === category.coordinator,
    files: filesOf(name, planning),
  }))
  const taken = agents.flatMap((agent) => takenPaths(agent, planning))
  if (problems.length + taken.length > 0) return done(refusedPlan(category, [...problems, ...taken]))
  const spreading = await runForPerson(
    spreadCategory,
    {
      category: category.name,
      coordinator: category.coordinator,
      from: byId(source.memory),
      agents: agents.map((agent) => ({ ...agent, files: agent.files.map(byId) })),
      common: planning.common,
    },
    `The memory of ${category.name}`,
  )
  if (!spreading.ok) return spreading
  const made = spreading.value
  if (made.problems.length > 0) return done(refusedPlan(category, made.problems))
  const rows = groupBy(made.entries, ({ from }) => from.path)
  const formats = new Map(
    agents.flatMap((agent) => agent.files.map(({ path, format }) => [path, format.id as FormatId])),
  )
  const files = made.files.map((file) =>
    agentFile(file, planning, {
      format: formats.get(file.path) as FormatId,
      entries: rows.get(file.path) ?? [],
    }),
  )
  return done({
    category,
    from: category.layout,
    files: [removedFile(source, whole.path, rows.get(whole.path) ?? []), ...files],
    entries: made.entries,
    left: [...made.left, ...waitingProposals(source, "an agent's file")],
    problems: [],
  })
}

const removedFile = (
  { standing }: LoadedFile,
  path: string,
  entries: MigratedFile["entries"],
): MigratedFile => ({
  standing,
  path,
  format: "category-memory",
  agent: null,
  becomes: "removed",
  next: null,
  restored: false,
  entries,
})

/** Returns a problem for each new file whose path another file uses. */
function takenPaths({ name, files }: SplitAgent, { byPath }: PlanningInput): Problem[] {
  return files.flatMap(({ path, standing }) => {
    const existing = byPath.get(path)
    const isOther =
      standing === "none" && existing !== undefined && (existing.state !== "gone" || existing.agent !== name)
    return isOther
      ? [
          {
            path,
            message: `the memory of ${name} would be written here, but another file already exists here. Move or rename that file`,
          },
        ]
      : []
  })
}

function agentFile(
  file: SplitCategory["files"][number],
  { byPath, loaded }: PlanningInput,
  { format, entries }: Pick<MigratedFile, "format" | "entries">,
): MigratedFile {
  const existing = byPath.get(file.path)
  const standing = existing ? (loaded.get(existing.id)?.standing ?? null) : null
  const common = { standing, path: file.path, format, agent: file.agent, restored: file.restored }
  const next = standing !== null && isSameText(file, standing) ? null : { text: file.text, ids: file.ids }
  if (standing === null || standing.head.state === "gone")
    return { ...common, becomes: "made", next, entries: [] }
  return { ...common, becomes: next === null ? "same" : "changed", next, entries }
}

const isSameText = (
  { text, ids }: { readonly text: string; readonly ids: readonly (string | null)[] },
  { head, entries }: LoadedFile["standing"],
): boolean => text === head.text && ids.every((id, at) => id === entries[at]?.id)

/**
 * Returns the current files of an agent and the files that a migration removed. Without any, returns the new
 * file that the agent would get.
 */
function filesOf(agent: string, planning: PlanningInput): SplitFile[] {
  const { category, loaded } = planning
  const known = (files: readonly LayoutFile[]) =>
    files
      .filter((file) => file.agent === agent)
      .flatMap((file) => (loaded.get(file.id) ? [loaded.get(file.id) as LoadedFile] : []))
  const standing = known(category.own).map(({ memory }): SplitFile => ({
    ...memory,
    standing: "present",
    became: null,
  }))
  // The agent may have moved to another category. Its former file was then merged into the file of that
  // category.
  const here = new Set(category.whole.flatMap((file) => loaded.get(file.id)?.memory.ids ?? []))
  const isHere = ({ into, became }: RemovedFile) =>
    into === null || into === category.whole[0]?.path || [...became.values()].some(({ id }) => here.has(id))
  const taken = known(category.gone).flatMap(({ memory, taken: one }): SplitFile[] =>
    one !== null && isHere(one) ? [{ ...memory, standing: "gone", became: one.became }] : [],
  )
  const files = [...standing, ...taken]
  return files.length > 0 ? files : [newFile(agent, planning)]
}

function newFile(agent: string, { category, byPath, project, today }: PlanningInput): SplitFile {
  const all = [...byPath.values()].filter(
    (file) =>
      file.agent !== null &&
      file.category === null &&
      (file.role === "memory" || file.role === "index") &&
      file.path.split("/").at(-2) === file.agent,
  )
  const like = all.find((file) => file.agentCategory === category.slug) ?? all[0]
  const segments = (like?.path ?? category.whole[0]?.path ?? ".claude/agent-memory/x/MEMORY.md").split("/")
  const path = [...segments.slice(0, -2), agent, ...segments.slice(-1)].join("/")
  const id = (like?.format ?? "claude-agent-memory") as FormatId
  const format = storedFormat(id)
  const text = format.scaffold({ agent, project: project.name, category: null, roles: [], date: today })
  return { path, readAs: path, format, text, ids: [], standing: "none", became: null }
}
