import type { z } from "zod"
import type { listCures } from "@/lib/operations/alerts/cures/list"
import type { Command } from "./command"
import type { Server } from "./server"
import { count } from "./table"
import { oneLine, visible } from "./visible"

type Listed = z.output<(typeof listCures)["output"]>

const ID = "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"

const listed = (server: Server, id: string) => server.get<Listed>(`/alerts/${encodeURIComponent(id)}/cures`)

export const alertsCuresCommand: Command = {
  name: "alerts cures",
  form: "alerts cures ID [--json]",
  about: "lists what can be done about an alert at once, and what it would write",
  purpose: "decide",
  words: [1, 1],
  options: {},
  examples: [`alerts cures ${ID}`],
  async run({ words, server }) {
    const { cures } = await listed(server, words[0] as string)
    return {
      json: { cures },
      text:
        cures.length === 0
          ? "Nothing can be done about it at once."
          : cures.map((one) => linesOf(one).join("\n")).join("\n\n"),
    }
  },
}

export const alertsCureCommand: Command = {
  name: "alerts cure",
  form: "alerts cure ID CURE [--json]",
  about: "proposes a cure of an alert: its proposals wait for whoever decides",
  purpose: "decide",
  words: [2, 2],
  options: {},
  notes:
    "Nothing is written before the proposals are approved; the alert resolves itself then. Asked for again while they wait, it answers with them.",
  examples: [`alerts cure ${ID} retire-stale`],
  async run({ words, server }) {
    const [id, name] = words as [string, string]
    const { cures } = await listed(server, id)
    const cure = cures.find((one) => one.cure === name)
    if (!cure)
      return {
        json: { proposals: [], cures: cures.map((one) => one.cure) },
        text:
          cures.length === 0
            ? "Nothing can be done about it at once."
            : `There is no cure ${visible(name)} of it now, but ${cures.map((one) => one.cure).join(", ")}`,
        exit: 1,
      }
    const made = await server.send<{ proposals: string[]; already: boolean }>(
      "POST",
      `/alerts/${encodeURIComponent(id)}/cure`,
      { cure: name, shown: cure.shown },
    )
    const waiting = `${count(made.proposals.length, "proposal")} ${made.proposals.length === 1 ? "waits" : "wait"}${made.already ? " already" : ""}; approve ${made.proposals.length === 1 ? "it" : "them in this order"}:`
    return { json: made, text: [waiting, ...made.proposals.map((one) => `  ${one}`)].join("\n") }
  },
}

function linesOf({ cure, label, consequence, href, waiting, files }: Listed["cures"][number]): string[] {
  const places = files.map(
    (one) =>
      `  ${visible(one.path)}  ${one.file === null ? "made, " : ""}${count(one.added, "line")} added, ${one.cut.toLocaleString("en")} taken out`,
  )
  return [
    `${cure}  ${label}: ${oneLine(consequence)}`,
    ...places,
    ...(href === null ? [] : [`  ${visible(href)}`]),
    ...(waiting.length === 0 ? [] : [`  waits already: ${waiting.join(", ")}`]),
  ]
}
