import type { ImportRunView } from "@/lib/operations/import-views"
import type { Command, Screen } from "./command"
import { offerOf, type LocalOffer } from "./import/offer"
import { cancelOnInterrupt } from "./import/interrupt"
import { follow, listItems } from "./import/follow"
import type { Opened } from "./import/opened"
import { reportOf } from "./import/report"
import { sendWanted } from "./import/send"
import { refuse } from "./refusal"
import type { Server } from "./server"
import { DIRECTORY, PROJECT, TEAM } from "./taken"

export const importCommand: Command = {
  name: "import",
  form: "import DIR [--team T] [--project P] [--dry-run] [--json]",
  about: "brings the memory files below a directory into Quarterdeck",
  purpose: "files",
  words: [1, 1],
  takes: [DIRECTORY],
  options: {
    team: {
      value: "T",
      about:
        "the team to import into, made if you own this Quarterdeck; unless named, your only one besides the samples, or else a new Main",
      takes: TEAM,
    },
    project: {
      value: "P",
      about:
        "put every file into this project, made where it is missing; proposed from the paths unless named",
      takes: PROJECT,
    },
    "dry-run": { about: "show what an import would do, and write nothing" },
  },
  notes:
    "Files that did not change since the last import of the same directory are neither sent nor written. Files that are gone from\nit are marked, never deleted. Ctrl-C cancels: what is stored by then is kept, and the next import goes on from there.",
  examples: ["import ~/work/ledger --project ledger --dry-run", "import ~/work/ledger --project ledger"],
  async run({ words, values, on, server, screen }) {
    const offer = await offerOf(words[0] as string, screen)
    const opened = await open(server, offer, values)
    return cancelOnInterrupt(
      () => cancel(server, opened),
      async () => {
        await sendWanted(server, opened, offer, screen)
        const dry = on.has("dry-run")
        const ended = dry ? await plan(server, opened, screen) : await carryOut(server, opened, screen)
        const items = await listItems(server, opened)
        if (dry) await cancel(server, opened)
        screen.progress(null)
        return reportOf({ run: ended, items, root: offer.root, dry })
      },
      () => "cancelled; what was stored by then is kept, import again to go on",
    )
  },
}

async function open(
  server: Server,
  offer: LocalOffer,
  { team, project }: Readonly<Record<string, string | undefined>>,
): Promise<Opened> {
  return server.send("POST", "/imports", {
    team,
    project,
    source: { kind: "client", name: offer.source },
    complete: true,
    files: offer.files,
    refused: offer.refused,
  })
}

async function plan(server: Server, { run, team }: Opened, screen: Screen): Promise<ImportRunView> {
  screen.progress("Comparing with what is stored")
  return server.send("POST", `/imports/${run}/plan`, { team })
}

async function carryOut(server: Server, opened: Opened, screen: Screen): Promise<ImportRunView> {
  await server.send("POST", `/imports/${opened.run}/start`, { team: opened.team })
  const ended = await follow(server, opened, screen)
  if (ended.state === "done") return ended
  throw refuse(
    ended.state,
    ended.error ?? `the import is ${ended.state}; what it had stored is kept, import again to go on`,
    { run: ended.run, files: ended.files, stored: ended.stored },
  )
}

async function cancel(server: Server, { run, team }: Opened): Promise<void> {
  await server.send("POST", `/imports/${run}/cancel`, { team })
}
