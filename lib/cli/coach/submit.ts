import { readFile } from "node:fs/promises"
import type { InputOf } from "@/lib/http/contract"
import { readJson } from "./json-positions"
import { claimLines } from "./coach-text"
import { command, type Command, textIn } from "../infra/command"
import { CommandError, wrongArguments } from "../infra/exit-codes"
import { count } from "../infra/table"
import { FILE, PROJECT, TEAM } from "../infra/option-values"

export const coachSubmitCommand: Command = command({
  name: "coach submit",
  form: "coach submit FILE [--project P] [--team T] [--json]",
  about: "submit a brief or an orientation with claims and citations",
  purpose: "agents",
  words: [1, 1],
  takes: [FILE],
  options: {
    project: {
      value: "P",
      about: "the project (default: the project named in the file)",
      takes: PROJECT,
    },
    team: { value: "T", about: "the team (default: the team named in the file)", takes: TEAM },
  },
  notes:
    'FILE is JSON, or - for standard input: {"kind": "brief", "project": "ledger", "title": "…", "claims": [{"text": "…", "kind": "risk",\n"confidence": 0.8, "citations": [{"entry": "ID"}, {"path": ".kaizen/agents/ann/memory.md", "line": 12}]}]}. An orientation also needs an "agent".\nKinds of claims: shared-pattern, risk, contradiction, gap, observation. If any citation is invalid, the whole file is rejected, and the message says where the error is.',
  examples: ["coach submit brief.json", "coach submit - --project ledger --json"],
  async run({ words, values, server }) {
    const [file] = words as [string]
    const name = file === "-" ? "standard input" : file
    const text = await (file === "-" ? textIn(file) : readFile(file, "utf8")).catch(
      (cause: NodeJS.ErrnoException) => {
        throw wrongArguments(`${file} cannot be read (${cause.code ?? cause.message})`)
      },
    )
    const json = readJson(name, text)
    const submitted = await server
      .callOnce("synthesis.submit", { ...(json.value as InputOf<"synthesis.submit">), ...values })
      .catch((cause: unknown) => {
        throw cause instanceof CommandError && cause.reason === "invalid"
          ? new CommandError(cause.exit, cause.reason, json.placed(cause.message), {
              more: cause.more,
              cause,
            })
          : cause
      })
    const { id, state, already, claims } = submitted
    return {
      json: { id, state, claims, already },
      text: `${already ? "Already submitted" : "Submitted"}: synthesis ${id} with ${count(claims.length, "claim")}, waiting for review\n\n${claimLines(claims)}`,
    }
  },
})
