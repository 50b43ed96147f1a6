import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { COMPACTION_KINDS, type CompactionKind } from "@/lib/memory/compaction/scored-log-entry"
import type { CompactionPreview } from "@/lib/operations/compaction/compaction-outputs"
import { type Answer, command, type Command, type ParsedArguments, wrongForm } from "./infra/command"
import { oneTeam } from "./infra/team-and-project"
import { oneLine, visible } from "./infra/terminal"
import { acceptedValue, AGENT, oneOf, PROJECT, TEAM } from "./infra/option-values"

type Due = OutputOf<"compaction.due">
type Memory = Due["memories"][number]

const METHODS = ["rules", "model"] as const

export const compactionCommand: Command = command({
  name: "compaction",
  alias: "compact",
  form: "compaction [--project P] [--agent A | --file PATH] [--kind K] [--method rules|model] [--all] [--dry-run] [--team T] [--json]",
  about: "list what can be compacted, or propose compacting logs, a long file or a run cache",
  purpose: "propose",
  words: [0, 0],
  options: {
    project: {
      value: "P",
      about: "only this project. Required with --agent or --file if there are several projects",
      takes: PROJECT,
    },
    agent: { value: "A", about: "compact this agent's memory", takes: AGENT },
    file: { value: "PATH", about: "compact the memory file with this path or ID" },
    kind: {
      value: "K",
      about:
        "logs (compact daily logs into memory), trim (shorten a long file) or runs (shorten a run cache); default: whatever is due",
      takes: oneOf(COMPACTION_KINDS),
    },
    method: {
      value: "M",
      about: "for logs: rules, or model to also ask the configured language model (default: rules)",
      takes: oneOf(METHODS),
    },
    all: { about: "include daily logs that an earlier compaction has already read" },
    "dry-run": { about: "preview: nothing is proposed or recorded" },
    team: { value: "T", about: "the team. Required if there are several", takes: TEAM },
  },
  notes:
    "Without --agent or --file, lists what can be compacted. All changes are proposals that a person must review. Logs are never changed. Rejected lines are not proposed again.",
  examples: [
    "compaction",
    "compaction --project ledger --file MEMORY.md --dry-run",
    "compaction --project ledger --agent unit-tester --kind trim",
  ],
  async run(given) {
    const { values, server } = given
    if (values.agent !== undefined && values.file !== undefined)
      throw wrongForm(compactionCommand, "--agent and --file cannot be combined")
    const team = await oneTeam(server, values)
    const due = await server.call("compaction.due", { team, project: values.project })
    return values.agent === undefined && values.file === undefined
      ? listDue(given, due)
      : proposeOrPreview(given, team, due)
  },
})

function listDue({ values, on }: ParsedArguments, { memories }: Due): Answer {
  if (values.kind !== undefined || values.method !== undefined || on.has("dry-run") || on.has("all"))
    throw wrongForm(compactionCommand, "no memory given: use --agent or --file")
  return {
    json: { memories },
    text:
      memories.length === 0
        ? "Nothing to compact: no daily logs, no run cache, and no file over its budget."
        : memories.map(linesOf).join("\n\n"),
  }
}

async function proposeOrPreview(given: ParsedArguments, team: string, due: Due): Promise<Answer> {
  const { values, on, server } = given
  const { memory, kind } = chosen(given, due)
  const body = {
    team,
    project: values.project ?? memory?.project ?? (await onlyProject(given, team)),
    kind,
    method: acceptedValue(METHODS, values.method),
    ...(on.has("all") ? { all: true } : {}),
    ...whichOf(given, memory),
  }
  const preview = await server.call("compaction.preview", { ...body })
  if (on.has("dry-run")) return { json: { ...preview }, text: describe(preview) }
  const made = await server.callOnce("compaction.propose", { ...body, shown: preview.shown })
  const waiting =
    made.proposals.length === 0
      ? "No proposals."
      : `${formatCount(made.proposals.length, "proposal")} pending. Review in this order:\n${made.proposals.map((id) => `  ${id}`).join("\n")}`
  const more = [
    ...(made.already.length === 0
      ? []
      : [`${formatCount(made.already.length, "proposal")} already pending.`]),
    ...made.refused.map(({ why }) => `Not proposed: ${oneLine(why)}`),
  ]
  return { json: { ...preview, ...made }, text: [describe(preview), waiting, ...more].join("\n\n") }
}

/**
 * Returns the requested memory, and the requested kind, else a kind that is due, else a possible one.
 * `memory` is undefined if it does not exist. Throws if several projects have the memory.
 */
function chosen(
  { values: { agent, file, kind } }: ParsedArguments,
  { memories }: Due,
): { memory: Memory | undefined; kind: CompactionKind } {
  const named = memories.filter((one) =>
    agent === undefined ? one.file === file || one.path === file : one.agent === agent,
  )
  const projects = new Set(named.map(({ project }) => project))
  if (projects.size > 1)
    throw wrongForm(
      compactionCommand,
      `several projects have this memory (${[...projects].join(", ")}). Choose one with --project`,
    )
  const memory =
    named.find(({ kinds }) => kinds.some((one) => one.kind === kind)) ??
    named.find(({ kinds }) => kinds.some(({ due }) => due)) ??
    named[0]
  return {
    memory,
    kind:
      (kind as CompactionKind | undefined) ??
      memory?.kinds.find(({ due }) => due)?.kind ??
      memory?.kinds[0]?.kind ??
      "trim",
  }
}

function whichOf(
  { values: { agent, file } }: ParsedArguments,
  memory: Memory | undefined,
): Record<string, string> {
  if (memory === undefined) return agent === undefined ? { file: file ?? "" } : { agent }
  return memory.file === null ? { path: memory.path } : { file: memory.file }
}

async function onlyProject({ server }: ParsedArguments, team: string): Promise<string> {
  const { projects } = await server.call("project.list", { team })
  const [only, other] = projects
  if (only === undefined || other !== undefined)
    throw wrongForm(compactionCommand, "--project is missing: enter the memory's project")
  return only.slug
}

function linesOf({ project, path, kinds, last }: Memory): string {
  const head = `${visible(project)}  ${visible(path)}`
  const words = kinds.map(({ kind, due, why }) => `  ${due ? "due " : "    "} ${kind}: ${oneLine(why)}`)
  return [
    head,
    ...words,
    ...(last === null
      ? []
      : [`  last compaction: ${last.at.slice(0, 10)}, ${last.kind}, by ${visible(last.by)}`]),
  ].join("\n")
}

function describe(seen: CompactionPreview): string {
  if (seen.kind === "logs") {
    const read = `${formatCount(seen.logs.length, "daily log")}${seen.since === null ? "" : ` since ${seen.since}`}, ${formatCount(seen.considered, "line")}: ${formatCount(seen.additions.length, "addition")}, ${formatCount(seen.left.total, "line")} not kept`
    return [
      read,
      ...seen.additions.map(({ text, section, reasons, cites, waiting }) =>
        [
          `+ ${oneLine(text)}${waiting === null ? "" : " (already pending)"}`,
          `  ${visible(section)}: ${reasons.join(", ")}`,
          ...cites.map(({ path, line }) => `  ${visible(path)}:${line}`),
        ].join("\n"),
      ),
    ].join("\n\n")
  }
  if (seen.kind === "trim")
    return [
      visible(seen.told),
      ...seen.steps.map(
        ({ how, reason, to }) => `${how}${to === null ? "" : ` to ${visible(to)}`}: ${oneLine(reason)}`,
      ),
    ].join("\n")
  return [
    `${formatCount(seen.runs, "run")}, limit ${seen.keep}: remove ${formatCount(seen.prune.length, "run")}, add ${formatCount(seen.notes.length, "recurring lesson")}`,
    ...seen.notes.map(({ text, why }) => `+ ${oneLine(text)}\n  ${oneLine(why)}`),
    ...seen.prune.map(({ text, line }) => `- line ${line}: ${oneLine(text)}`),
  ].join("\n")
}
