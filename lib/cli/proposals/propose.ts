import type { InputOf, OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { withUsageOf, command, type Command, type ParsedArguments, textIn, wrongForm } from "../infra/command"
import { citation } from "../memory-files/entry-lines"
import { PLACE_OPTIONS } from "../infra/team-and-project"
import { findingLines } from "./proposal-text"
import { acceptedValue, AGENT, oneOf, PROJECT, SHARE } from "../infra/option-values"
import { visible } from "../infra/terminal"

type Proposed = OutputOf<"proposal.create">

const MEMORIES = ["agent", "category", "scope", "file"] as const
/** Scopes that can be written. Session memory is left out, because only the session itself writes to it. */
const WRITABLE = SCOPES.filter((scope) => scope !== "session")
/** Kinds of proposals that change an existing entry. Each is an option that names the entry. */
const KINDS = ["edit", "retire", "restore", "remove", "move"] as const

export const proposeCommand: Command = command({
  name: "propose",
  alias: "write",
  form: "propose [--project P] [--agent A | --category C | --scope S | --file F] --content TEXT [--section S] [--type T] [--confidence N] [--reason R] [--evidence E] [--session ID] [--author A] [--team T] [--json]",
  forms: [
    "write (project|team|global) [ID] --content TEXT [--type T] [--confidence N] [--reason R] [--json]",
    "propose (--edit ENTRY --content TEXT | --retire ENTRY --reason R | --restore ENTRY | --remove ENTRY | --move ENTRY --section S) [--reason R] [--json]",
  ],
  about: "propose a change to memory, for review",
  purpose: "propose",
  needsProject: ({ words }) => words.length === 0,
  words: [0, 2],
  takes: [oneOf(WRITABLE), PROJECT],
  options: {
    ...PLACE_OPTIONS,
    agent: { value: "A", about: "for this agent's memory (default: the access token's agent)", takes: AGENT },
    category: { value: "C", about: "for this category's shared memory" },
    scope: { value: "S", about: `for a scope's memory: ${WRITABLE.join(", ")}`, takes: oneOf(SCOPES) },
    file: { value: "F", about: "for the memory file with this path or ID" },
    content: { value: "TEXT", about: "text of the entry (use - to read it from standard input)" },
    section: { value: "S", about: "target section (default: depends on the file)" },
    type: { value: "T", about: "type of the entry, such as decision, convention, pattern or preference" },
    confidence: { value: "N", about: "confidence, 0 to 1", takes: SHARE },
    reason: { value: "R", about: "reason for the change, shown to the reviewer" },
    evidence: { value: "E", about: "evidence, such as a test, a commit or a link" },
    session: { value: "ID", about: "the session that produced the proposal" },
    author: { value: "A", about: "the proposing agent, if the access token is not bound to one" },
    edit: { value: "ENTRY", about: "replace this entry's text with --content" },
    retire: { value: "ENTRY", about: "retire this entry (requires --reason)" },
    restore: { value: "ENTRY", about: "restore this retired entry" },
    remove: { value: "ENTRY", about: "delete this entry" },
    move: { value: "ENTRY", about: "move this entry to --section" },
  },
  notes:
    "write project ledger is short for --scope project --project ledger, and write team core for --scope team --team core. ENTRY is an ID (see read --ids or search --ids).\n\nIf the connection is lost, the proposal is sent again but stored only once.",
  examples: [
    'propose --project ledger --agent risk-architect --content "The broker redelivers" --confidence 0.9',
    'write project ledger --type convention --content "Validate all input with Zod" --confidence 0.9',
    "propose --retire 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --reason Outdated",
  ],
  async run(asked) {
    const given = inScope(asked)
    const { values, server, screen } = given
    const kind = kindOf(given)
    const { team, project, reason, evidence, session, author, type } = values
    const more = {
      reason,
      evidence,
      session,
      author,
      type,
      confidence: values.confidence === undefined ? undefined : Number(values.confidence),
    }
    const body =
      kind === null
        ? { team, project, ...more, ...(await additionOf(given)) }
        : { ...more, ...(await changeOf(given, kind)) }
    const proposed = await server.callOnce("proposal.create", { ...body })
    for (const note of proposed.notes) screen.say(note)
    return { json: { ...proposed }, text: wordsOf(proposed) }
  },
})

/**
 * Converts the arguments of the memory protocol, (project|team|global) and the name of the project or team,
 * to options. Throws if an argument and its option are both given.
 */
function inScope(given: ParsedArguments): ParsedArguments {
  const [scope, id] = given.words
  if (scope === undefined) return given
  const named = { scope, ...(id === undefined ? {} : { [scope === "team" ? "team" : "project"]: id }) }
  const twice = Object.keys(named).find((name) => ownValue(given.values, name) !== undefined)
  if (twice !== undefined)
    throw wrongForm(
      withUsageOf(proposeCommand, "write"),
      `${scope}${id === undefined ? "" : ` ${id}`} and --${twice} cannot be combined`,
    )
  return { ...given, values: { ...given.values, ...named } }
}

type Kind = (typeof KINDS)[number]
type Change = NonNullable<InputOf<"proposal.create">["changes"]>[number]

function kindOf({ words, values }: ParsedArguments): Kind | null {
  const form = words.length > 0 ? withUsageOf(proposeCommand, "write") : proposeCommand
  const [kind, other] = KINDS.filter((one) => values[one] !== undefined)
  if (other !== undefined) throw wrongForm(form, `--${kind} and --${other} cannot be combined`)
  const memories = MEMORIES.filter((one) => values[one] !== undefined)
  if (kind !== undefined && memories.length > 0)
    throw wrongForm(form, `--${kind} identifies the file: omit --${memories[0]}`)
  if (memories.length > 1) throw wrongForm(form, `--${memories[0]} and --${memories[1]} cannot be combined`)
  const needed = NEEDED_OPTION[kind ?? "add"]
  if (needed !== null && values[needed] === undefined) throw wrongForm(form, `--${needed} is missing`)
  return kind ?? null
}

const NEEDED_OPTION = {
  add: "content",
  edit: "content",
  retire: "reason",
  restore: null,
  remove: null,
  move: "section",
} as const

async function additionOf({ values }: ParsedArguments) {
  const { agent, category, file, section } = values
  const scope = acceptedValue(SCOPES, values.scope)
  return { agent, category, scope, file, section, content: await textIn(values.content as string) }
}

/**
 * Returns the change against the entry's current text. The server rejects it if the entry has changed
 * meanwhile.
 */
async function changeOf({ values, server, screen }: ParsedArguments, kind: Kind) {
  const entry = await server.call("entry.show", { entry: values[kind] as string })
  screen.progress(citation(entry))
  const of = { entry: entry.id, before: entry.text }
  const changes: Readonly<Record<Kind, () => Promise<Change>>> = {
    edit: async () => ({ kind: "edit", ...of, text: await textIn(values.content as string) }),
    retire: async () => ({ kind: "retire", ...of, why: values.reason as string }),
    restore: async () => ({ kind: "restore", ...of }),
    remove: async () => ({ kind: "remove", ...of }),
    move: async () => ({ kind: "move", ...of, section: values.section as string }),
  }
  const change = await changes[kind]()
  screen.progress(null)
  return { team: entry.team, project: entry.projectSlug, file: entry.fileId, changes: [change] }
}

function wordsOf({ id, state, already, path, supporters, findings }: Proposed): string {
  const head =
    state === "waiting"
      ? `${id} is ${already ? "already pending" : "waiting for review"}: ${visible(path)}${supporters > 1 ? ` (supported by ${supporters} agents)` : ""}`
      : `${id} was ${state} by a policy: ${visible(path)}`
  return [head, ...findingLines(findings)].join("\n")
}
