import { SCOPES } from "@/lib/memory/scope"
import type { forgetEntry } from "@/lib/operations/forgetting/forget"
import type { restoreEntry } from "@/lib/operations/forgetting/restore"
import type { restoreFile } from "@/lib/operations/history/restore-file"
import type { z } from "zod"
import { type Answer, type Command, type Option, wrongForm } from "./command"
import { citation } from "./entry-lines"
import { findFile } from "./find-file"
import { oneOf, PROJECT, TEAM, wholeNumber } from "./taken"
import { oneLine, visible } from "./visible"

type Turned = z.output<(typeof forgetEntry)["output"]> | z.output<(typeof restoreEntry)["output"]>

const IN_PROJECT = {
  value: "P",
  about: "the project that it is in; refused where it is in another",
  takes: PROJECT,
}

/** An id says itself where it is; a key does not. */
const isKey = (text = "") => /^[^/]+$/.test(text) && !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)

export const forgetCommand: Command = {
  name: "forget",
  form: "forget --id ENTRY [--scope S] [--project P] [--team T] --reason R [--json]",
  about: "forgets an entry: it leaves its file, and can be restored",
  purpose: "decide",
  words: [0, 0],
  needsProject: ({ values }) => isKey(values.id),
  options: {
    id: {
      value: "ENTRY",
      about:
        "the entry: its id, as read and search give it with --ids, or the key that it has in its own file (mem-001)",
    },
    scope: {
      value: "S",
      about: `the scope that it is in: ${SCOPES.join(", ")}; refused where it is in another`,
      takes: oneOf(SCOPES),
    },
    project: IN_PROJECT,
    team: { value: "T", about: "the team of that project, where several have one of the name", takes: TEAM },
    reason: { value: "R", about: "why it is forgotten" },
  },
  notes:
    "Who may not decide proposes it; its state is then waiting. What is forgotten is not imported again; restore brings it back. A key without --project is enough where you may write to one project alone, the samples aside; else, and where several entries have it, they are listed with their ids.",
  examples: ["forget --id mem-001 --scope project --project ledger --reason Outdated"],
  async run({ values, server }) {
    const { id, scope, project, team, reason } = values
    if (id === undefined) throw wrongForm(forgetCommand, "--id is missing")
    if (reason === undefined) throw wrongForm(forgetCommand, "--reason is missing")
    return answerOf(
      await server.sendOnce<Turned>("POST", `/entries/${encodeURIComponent(id)}/forget`, {
        scope,
        project,
        team,
        reason,
      }),
    )
  },
}

export const restoreCommand: Command = {
  name: "restore",
  form: "restore ENTRY [--scope S] [--project P] [--team T] [--reason R] [--json]",
  forms: ["restore PATH --revision N [--project P] [--team T] [--reason R] [--json]"],
  about: "restores an entry that was forgotten, where it stood; or an earlier revision of a file",
  purpose: "decide",
  words: [1, 1],
  needsProject: ({ words: [what], values }) => values.revision === undefined && isKey(what),
  options: {
    scope: {
      value: "S",
      about: `of a key: the scope that it was in: ${SCOPES.join(", ")}`,
      takes: oneOf(SCOPES),
    },
    revision: {
      value: "N",
      about: "the revision of the file to restore, as history numbers it",
      takes: wholeNumber(1, 1_000_000_000),
    },
    project: IN_PROJECT,
    team: forgetCommand.options.team as Option,
    reason: { value: "R", about: "why it is restored" },
  },
  notes:
    "ENTRY is an id, or the key that forget takes (mem-001). Who may not decide proposes it; its state is then waiting. An earlier revision becomes the newest: what came in between stays in the history.",
  examples: [
    'restore 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --reason "it holds after all"',
    "restore mem-001 --project ledger",
    "restore .kaizen/agents/unit-tester/memory.md --revision 4 --project ledger",
  ],
  async run({ words, values, server }) {
    const [what = ""] = words
    const { revision, project, reason, scope, team } = values
    if (revision === undefined)
      return answerOf(
        await server.sendOnce<Turned>("POST", `/entries/${encodeURIComponent(what)}/restore`, {
          project,
          reason,
          scope,
          team,
        }),
      )
    const { file } = await findFile(server, what, values)
    const restored = await server.sendOnce<z.output<(typeof restoreFile)["output"]>>(
      "POST",
      `/files/${file.id}/restore`,
      { revision: Number(revision), base: file.head, reason },
    )
    return {
      json: { ...restored },
      text: `${visible(restored.path)} reads as revision ${revision} again: that is revision ${restored.revision}`,
    }
  },
}

function answerOf(turned: Turned): Answer {
  const { id, state, revision, proposal, team, project, path, line, text } = turned
  const words =
    state === "waiting"
      ? `proposed as ${proposal ?? ""}: a curator decides`
      : `${state === "forgotten" ? "forgotten" : "restored"}${revision === null ? "" : `, revision ${revision} of its file`}`
  return {
    json: { ...turned },
    text: `${id} is ${words}\n${visible(`${team}/${project}  ${line === null ? path : citation({ path, line })}`)}  ${oneLine(text)}`,
  }
}
