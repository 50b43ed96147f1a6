import type { OutputOf } from "@/lib/http/contract"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { type Answer, command, type Command, wrongForm } from "../infra/command"
import { citation } from "./entry-lines"
import { findFile } from "./history"
import { oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { oneLine, visible } from "../infra/terminal"

type Turned = OutputOf<"entry.forget"> | OutputOf<"entry.restore">

const IN_PROJECT = {
  value: "P",
  about: "the entry's project. Fails if the entry is in another project",
  takes: PROJECT,
}

/** True if the text is a key of an entry. A key identifies an entry only within a project, unlike an ID. */
const isKey = (text = "") => /^[^/]+$/.test(text) && !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)

const OF_TEAM = {
  value: "T",
  about: "the project's team. Required if several teams have a project with that name",
  takes: TEAM,
}

export const forgetCommand: Command = command({
  name: "forget",
  form: "forget --id ENTRY [--scope S] [--project P] [--team T] --reason R [--json]",
  about: "forget an entry: remove it from its file (it can be restored)",
  purpose: "decide",
  words: [0, 0],
  needsProject: ({ values }) => isKey(values.id),
  options: {
    id: {
      value: "ENTRY",
      about: "the entry's ID (see read --ids or search --ids), or its key in the file (mem-001)",
    },
    scope: {
      value: "S",
      about: `the entry's scope: ${SCOPES.join(", ")}. Fails if the entry is in another scope`,
      takes: oneOf(SCOPES),
    },
    project: IN_PROJECT,
    team: OF_TEAM,
    reason: { value: "R", about: "reason, shown in the entry's history" },
  },
  notes:
    "If you do not have permission to approve, the command creates a proposal instead (state: waiting). Forgotten entries are not imported again. To bring them back, use restore. A key works without --project if you can write to only one project, not counting samples. If several entries have the key, their IDs are listed.",
  examples: ["forget --id mem-001 --scope project --project ledger --reason Outdated"],
  async run({ values, server }) {
    const { id, scope, project, team, reason } = values
    if (id === undefined) throw wrongForm(forgetCommand, "--id is missing")
    if (reason === undefined) throw wrongForm(forgetCommand, "--reason is missing")
    return answerOf(
      await server.callOnce("entry.forget", {
        entry: id,
        scope,
        project,
        team,
        reason,
      }),
    )
  },
})

export const restoreCommand: Command = command({
  name: "restore",
  form: "restore ENTRY [--scope S] [--project P] [--team T] [--reason R] [--json]",
  forms: ["restore PATH --revision N [--project P] [--team T] [--reason R] [--json]"],
  about: "restore a forgotten entry to its original position, or restore an earlier revision of a file",
  purpose: "decide",
  words: [1, 1],
  needsProject: ({ words: [what], values }) => values.revision === undefined && isKey(what),
  options: {
    scope: {
      value: "S",
      about: `if ENTRY is a key, the entry's former scope: ${SCOPES.join(", ")}`,
      takes: oneOf(SCOPES),
    },
    revision: {
      value: "N",
      about: "the number of the revision to restore, as shown by history",
      takes: wholeNumber(1, 1_000_000_000),
    },
    project: IN_PROJECT,
    team: OF_TEAM,
    reason: { value: "R", about: "reason, shown in the history" },
  },
  notes:
    "ENTRY is an ID, or a key that forget accepts (mem-001). If you do not have permission to approve, the command creates a proposal instead (state: waiting). A restored revision becomes the newest one, and the revisions in between are kept in the history.",
  examples: [
    'restore 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --reason "still true"',
    "restore mem-001 --project ledger",
    "restore .kaizen/agents/unit-tester/memory.md --revision 4 --project ledger",
  ],
  async run({ words, values, server }) {
    const [what = ""] = words
    const { revision, project, reason, scope, team } = values
    if (revision === undefined)
      return answerOf(
        await server.callOnce("entry.restore", {
          entry: what,
          project,
          reason,
          scope,
          team,
        }),
      )
    const { file } = await findFile(server, what, values)
    const restored = await server.callOnce("file.restore", {
      file: file.id,
      revision: Number(revision),
      base: file.head,
      reason,
    })
    return {
      json: { ...restored },
      text: `${visible(restored.path)} restored to revision ${revision}, saved as revision ${restored.revision}`,
    }
  },
})

function answerOf(turned: Turned): Answer {
  const { id, state, revision, proposal, team, project, path, line, text } = turned
  const words =
    state === "waiting"
      ? `waiting for review in proposal ${proposal ?? ""}`
      : `${state === "forgotten" ? "forgotten" : "restored"}${revision === null ? "" : ` as of revision ${revision} of its file`}`
  return {
    json: { ...turned },
    text: `${id} is ${words}\n${visible(`${team}/${project}  ${line === null ? path : citation({ path, line })}`)}  ${oneLine(text)}`,
  }
}
