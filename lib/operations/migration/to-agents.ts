import type { LayoutFile, RemovedFile } from "@/lib/db/migration/migrations"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/group"
import type { SpreadAgent, SpreadFile } from "@/lib/memory/migration/spread"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { runForPerson } from "../isolated/run-for-person"
import { storedFormat } from "../writing/revise"
import { byId, spreadCategory } from "./analyses"
import {
  type CategoryPlan,
  hindrances,
  type PlannedFile,
  type Planning,
  refusedPlan,
  waitingFor,
} from "./category-plan"
import type { Loaded } from "./load"

/** Layout D to A: what the category's file says goes to the file of each agent. */
export async function planToAgents(planning: Planning): Promise<Outcome<CategoryPlan>> {
  const { category, loaded } = planning
  const [whole] = category.whole
  if (!whole) return done(refusedPlan(category, []))
  const own = category.own.filter(({ agent }) =>
    category.agents.some((one) => one.name === agent && !one.optedOut),
  )
  const problems = [whole, ...own].flatMap((file) => hindrances(file, loaded.get(file.id) as Loaded))
  const source = loaded.get(whole.id) as Loaded
  const agents = category.agents.map(({ name, optedOut }): SpreadAgent => ({
    name,
    optedOut,
    coordinator: name === category.coordinator,
    files: filesOf(name, planning),
  }))
  const taken = agents.flatMap(({ name, files }) =>
    files.flatMap(({ path, standing }) => {
      const there = planning.byPath.get(path)
      const isOther =
        standing === "none" && there !== undefined && (there.state !== "gone" || there.agent !== name)
      return isOther
        ? [
            {
              path,
              message: `the memory of ${name} would be written here, but another file exists: move or rename that file`,
            },
          ]
        : []
    }),
  )
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
  const files = made.files.map((file): PlannedFile => {
    const there = planning.byPath.get(file.path)
    const standing = there ? (loaded.get(there.id)?.standing ?? null) : null
    const isThere = standing !== null && standing.head.state !== "gone"
    const next =
      standing !== null &&
      file.text === standing.head.text &&
      file.ids.every((id, at) => id === standing.entries[at]?.id)
        ? null
        : { text: file.text, ids: file.ids }
    const format = agents.flatMap((agent) => agent.files).find(({ path }) => path === file.path)?.format
      .id as FormatId
    return {
      standing,
      path: file.path,
      format,
      agent: file.agent,
      becomes: !isThere ? "made" : next === null ? "same" : "changed",
      next,
      restored: file.restored,
      entries: isThere ? (rows.get(file.path) ?? []) : [],
    }
  })
  const goes: PlannedFile = {
    standing: source.standing,
    path: whole.path,
    format: "category-memory",
    agent: null,
    becomes: "removed",
    next: null,
    restored: false,
    entries: rows.get(whole.path) ?? [],
  }
  const left = [...made.left, ...waitingFor(source, "the file of an agent")]
  return done({
    category,
    from: category.layout,
    files: [goes, ...files],
    entries: made.entries,
    left,
    problems: [],
  })
}

/** The files of an agent: those that stand, those that a migration took away, and where there is neither, the one that it would have. */
function filesOf(agent: string, planning: Planning): SpreadFile[] {
  const { category, loaded } = planning
  const known = (files: readonly LayoutFile[]) =>
    files
      .filter((file) => file.agent === agent)
      .flatMap((file) => (loaded.get(file.id) ? [loaded.get(file.id) as Loaded] : []))
  const standing = known(category.own).map(({ memory }): SpreadFile => ({
    ...memory,
    standing: "present",
    became: null,
  }))
  // Of an agent that was placed in another category since, what became of its file stands in that one's.
  const here = new Set(category.whole.flatMap((file) => loaded.get(file.id)?.memory.ids ?? []))
  const isHere = ({ into, became }: RemovedFile) =>
    into === null || into === category.whole[0]?.path || [...became.values()].some(({ id }) => here.has(id))
  const taken = known(category.gone).flatMap(({ memory, taken: one }): SpreadFile[] =>
    one !== null && isHere(one) ? [{ ...memory, standing: "gone", became: one.became }] : [],
  )
  const files = [...standing, ...taken]
  return files.length > 0 ? files : [newFile(agent, planning)]
}

function newFile(agent: string, { category, byPath, project, today }: Planning): SpreadFile {
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
