import { SCOPES } from "@/lib/memory/scope"
import type { forgetEntry } from "@/lib/operations/forgetting/forget"
import type { restoreEntry } from "@/lib/operations/forgetting/restore"
import type { z } from "zod"
import { type Answer, type Command, wrongForm } from "./command"

type Turned = z.output<(typeof forgetEntry)["output"]> | z.output<(typeof restoreEntry)["output"]>

const PROJECT = { value: "P", about: "the project that it is in; refused where it is in another" }

export const forgetCommand: Command = {
  name: "forget",
  form: "forget --id ENTRY [--scope S] [--project P] --reason R [--json]",
  about: "forgets an entry: it leaves its file, and can be restored",
  words: [0, 0],
  options: {
    id: { value: "ENTRY", about: "the entry, by the id that read and search give with --ids" },
    scope: { value: "S", about: `the scope that it is in: ${SCOPES.join(", ")}; refused where it is in another` },
    project: PROJECT,
    reason: { value: "R", about: "why it is forgotten" },
  },
  notes: "Who may not decide proposes it; its state is then waiting. What is forgotten is not imported again; restore brings it back.",
  async run({ values, server }) {
    const { id, scope, project, reason } = values
    if (id === undefined) throw wrongForm(forgetCommand, "--id is missing")
    if (reason === undefined) throw wrongForm(forgetCommand, "--reason is missing")
    if (scope !== undefined && !SCOPES.some((one) => one === scope)) throw wrongForm(forgetCommand, `--scope is ${JSON.stringify(scope)}, it takes ${SCOPES.join(", ")}`)
    return answerOf(await server.sendOnce<Turned>("POST", `/entries/${encodeURIComponent(id)}/forget`, { scope, project, reason }))
  },
}

export const restoreCommand: Command = {
  name: "restore",
  form: "restore ENTRY [--project P] [--reason R] [--json]",
  about: "restores an entry that was forgotten, where it stood",
  words: [1, 1],
  options: { project: PROJECT, reason: { value: "R", about: "why it is restored" } },
  notes: "Who may not decide proposes it; its state is then waiting.",
  async run({ words, values, server }) {
    return answerOf(await server.sendOnce<Turned>("POST", `/entries/${encodeURIComponent(words[0] as string)}/restore`, { project: values.project, reason: values.reason }))
  },
}

function answerOf(turned: Turned): Answer {
  const { id, state, revision, proposal } = turned
  const words = state === "waiting" ? `proposed as ${proposal ?? ""}: a curator decides` : `${state === "forgotten" ? "forgotten" : "restored"}${revision === null ? "" : `, revision ${revision} of its file`}`
  return { json: { ...turned }, text: `${id} is ${words}` }
}
