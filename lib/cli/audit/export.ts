import { createHash } from "node:crypto"
import { open } from "node:fs/promises"
import type { Answer, ParsedArguments } from "../infra/command"
import { eachPage } from "../infra/paging"
import { wrongArguments } from "../infra/exit-codes"
import { count } from "../infra/table"
import { visible } from "../infra/terminal-text"

/**
 * Writes the audit log of a team, or of the deployment, to a new file, one event a line. Never overwrites a
 * file.
 */
export async function exportLog({ values, server, screen }: ParsedArguments, file: string): Promise<Answer> {
  const pages = eachPage((after) => server.call("audit.export", { team: values.team, after }))
  const first = await pages.next() // No file is created if the server refuses.
  const target = await open(file, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw wrongArguments(
      cause.code === "EEXIST"
        ? `${file} already exists. Choose another name`
        : `${file} cannot be written: ${cause.message}`,
    )
  })
  const hash = createHash("sha256")
  let events = 0
  let last = ""
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      const { events: some } = page.value
      const text = some.map((event) => `${JSON.stringify(event)}\n`).join("")
      await target.write(text)
      hash.update(text)
      events += some.length
      last = some.at(-1)?.hash ?? last
      screen.progress(`Wrote ${count(events, "event")}`)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  screen.progress(null)
  return {
    json: { file, events, hash: last || null, sha256: hash.digest("hex") },
    text: `${visible(file)}: ${count(events, "event")}${last ? `, last hash ${last}` : ""}`,
  }
}
