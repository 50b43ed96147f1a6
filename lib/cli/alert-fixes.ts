import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { command, type Command } from "./infra/command"
import type { Server } from "./infra/server"
import { oneLine, visible } from "./infra/terminal"

type Listed = OutputOf<"alert.cures">

const ID = "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"

const listed = (server: Server, id: string) => server.call("alert.cures", { alert: id })

export const alertsCuresCommand: Command = command({
  name: "alerts cures",
  form: "alerts cures ID [--json]",
  about: "list suggested fixes for an alert and what each would change",
  purpose: "decide",
  words: [1, 1],
  options: {},
  examples: [`alerts cures ${ID}`],
  async run({ words, server }) {
    const { cures } = await listed(server, words[0] as string)
    return {
      json: { cures },
      text:
        cures.length === 0 ? "No suggested fixes." : cures.map((one) => linesOf(one).join("\n")).join("\n\n"),
    }
  },
})

export const alertsCureCommand: Command = command({
  name: "alerts cure",
  form: "alerts cure ID CURE [--json]",
  about: "propose one of the suggested fixes for an alert",
  purpose: "decide",
  words: [2, 2],
  options: {},
  notes:
    "Nothing is written until the proposals are approved. The alert then resolves. If the fix is already proposed, the existing proposals are returned.",
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
            ? "No suggested fixes."
            : `${visible(name)} is not a fix for this alert. Available: ${cures.map((one) => one.cure).join(", ")}`,
        exit: 1,
      }
    const made = await server.call("alert.cure", { alert: id, cure: cure.cure, shown: cure.shown })
    const waiting = `${formatCount(made.proposals.length, "proposal")} ${made.already ? "already pending" : "pending"}. Approve ${made.proposals.length === 1 ? "it" : "them in this order"}:`
    return { json: made, text: [waiting, ...made.proposals.map((one) => `  ${one}`)].join("\n") }
  },
})

function linesOf({ cure, label, consequence, href, waiting, files }: Listed["cures"][number]): string[] {
  const places = files.map(
    (one) =>
      `  ${visible(one.path)}  ${one.file === null ? "new file, " : ""}${formatCount(one.added, "line")} added, ${one.cut.toLocaleString("en")} removed`,
  )
  return [
    `${cure}  ${label}: ${oneLine(consequence)}`,
    ...places,
    ...(href === null ? [] : [`  ${visible(href)}`]),
    ...(waiting.length === 0 ? [] : [`  already pending: ${waiting.join(", ")}`]),
  ]
}
