import { existsSync } from "node:fs"
import { join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findConflicts } from "@/lib/operations/conflicts/find/find"
import { countInbox, listInbox } from "@/lib/operations/inbox/inbox"
import { runOperation } from "@/lib/operations/operation"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import { checkAlerts } from "../support/alerts/check-alerts"
import { expectDone } from "../support/data/people"
import type { Figure } from "./figures"

const CORPUS = join(process.cwd(), "..", "shared", "corpus")
const FIRST_ROWS = 20

/** What a first import of real memory leaves to decide: the number of items by kind, and the kinds of the first rows. */
export async function firstImportFigures(): Promise<Figure[]> {
  if (!existsSync(CORPUS)) return []
  await importInto(systemActor(), { teamId: null, directory: CORPUS, projectName: null })
  const team = await database().team.findFirstOrThrow({ where: { slug: "main" } })
  await findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "import" })
  await checkAlerts(team)
  const asked = { team: team.slug }
  const { items, listed, notices } = expectDone(await runOperation(countInbox, systemActor(), asked))
  const rows = expectDone(await runOperation(listInbox, systemActor(), { ...asked, limit: FIRST_ROWS })).items
  return [
    {
      what: "items waiting after a first import of the corpus",
      value: `${items}: ${Object.entries(listed)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(", ")}; ${notices} notices count as one`,
      bar: "≤ 60",
      holds: items <= 60,
    },
    {
      what: `  the first ${FIRST_ROWS}`,
      value: rows.map(({ kind, item }) => typeOf(kind, item)).join(", "),
      bar: "the most harmful first",
      holds: null,
    },
  ]
}

function typeOf(kind: string, item: object): string {
  const { finding, kind: type } = item as { finding?: string; kind?: string }
  return finding ?? type ?? kind
}
