import { visibilitiesOf, visibilityOf } from "@/lib/memory/teams/visibility"
import { posix } from "node:path"
import { z } from "zod"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { lookUp, rootOf } from "./source-tree"
import { findEntry, type EntryRow } from "@/lib/db/memory-files/entries"
import type { Actor } from "@/lib/memory/teams/actor"
import { readableTeams } from "../teams/team-of"

/** Returns the entry with this id. Refuses if it does not exist or the actor may not see it. */
async function visibleEntry(
  actor: Actor,
  id: string,
): Promise<Outcome<EntryRow & { teamId: string; projectId: string; team: string }>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findEntry(visibilitiesOf(actor, teams.value), id, { shared: false })
  const team = teams.value.find((one) => one.id === row?.teamId)
  return row && team ? done({ ...row, team: team.slug }) : refused("not-found", `entry not found: ${id}`)
}

export const checkedCitation = z.object({
  path: z.string(),
  line: z.number().nullable(),
  found: z.boolean(),
  /** Path from the root of the project. Null if the file does not exist. */
  where: z.string().nullable(),
  /** Reason why the citation is broken, such as "lib/old.ts is gone". Else null. */
  why: z.string().nullable(),
})

export const listCitations = operation({
  name: "entry.citations",
  summary:
    "Check whether the files that an entry cites exist in its project's source tree, if the server can reach the tree.",
  method: "GET",
  path: "/entries/{entry}/citations",
  right: "read",
  input: z.object({ entry: z.string() }),
  output: z.object({
    /** False if the server cannot reach the source tree. `why` has the reason. */
    reachable: z.boolean(),
    why: z.string().nullable(),
    citations: z.array(checkedCitation),
    /** A summary such as "2 of 3 cited files found; lib/old.ts is gone". Null without citations. */
    words: z.string().nullable(),
  }),
  async run(actor, input) {
    const entry = await visibleEntry(actor, input.entry)
    if (!entry.ok) return entry
    const cited = citationsIn(entry.value.text)
    if (cited.length === 0) return done({ reachable: true, why: null, citations: [], words: null })
    const head = await findCurrentFile(visibilityOf(actor, entry.value.teamId), entry.value.fileId)
    if (!head) return refused("not-found", `entry not found: ${input.entry}`)
    const root = await rootOf(head)
    if (typeof root !== "string")
      return done({
        reachable: false,
        why: root.why,
        citations: cited.map(({ path, line }) => ({ path, line, found: false, where: null, why: null })),
        words: `${named(cited.length)}; ${root.why}`,
      })
    const folder = posix.dirname(head.path)
    const looked = await Promise.all(cited.map((one) => lookUp(root, folder, one)))
    const told = looked.filter((one) => one.found || one.sure)
    return done({
      reachable: true,
      why: null,
      citations: told.map(({ sure: _, ...one }) => one),
      words: summaryOf(told),
    })
  },
})

const named = (count: number) => `${count} ${count === 1 ? "file is" : "files are"} cited`

function summaryOf(citations: readonly { found: boolean; why: string | null }[]): string | null {
  if (citations.length === 0) return null
  const found = citations.filter((one) => one.found).length
  return [countWords(found, citations.length), ...citations.flatMap((one) => one.why ?? [])].join("; ")
}

function countWords(found: number, all: number): string {
  if (found < all) return `${found} of ${all} cited ${all === 1 ? "file" : "files"} found`
  return all === 1 ? "the cited file exists" : `all ${all} cited files exist`
}
