import { createHash, type Hash } from "node:crypto"
import { z } from "zod"
import {
  waitingProposalsOfAuthor,
  nameOf,
  type WriteAuthor,
  type Selection,
} from "@/lib/db/memory-files/authorship"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findRevert } from "@/lib/db/memory-files/reverts"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { hunksBetween, textLines } from "@/lib/memory/text/line-differences"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { type RevertFilePlan, changesFile, planIdentity, planRevert } from "./plan"
import {
  changedFile,
  selection,
  totals as totalsOutput,
  endOf,
  startOf,
  type whose,
  type ChangedFile,
  NO_TOTALS,
  presence,
  type Totals,
} from "./reverts-outputs"

export const previewRevert = operation({
  name: "revert.preview",
  summary:
    "Preview reverting everything written by one agent, session, access token, person or import, line by line, including text that is kept because others have since changed it.",
  method: "POST",
  path: "/reverts/preview",
  right: "curate",
  input: z.object(selection),
  output: z.object({
    name: z.string(),
    shown: z.string(),
    files: z.array(changedFile),
    totals: totalsOutput,
    proposals: z.object({ waiting: z.number() }),
  }),
  async run(actor, input) {
    const found = await selectWrites(actor, input)
    if (!found.ok) return found
    const tally = new Tally()
    for await (const portion of planRevert(actor, found.value.team.id, found.value.selection))
      for (const plan of portion) addPlan(tally, plan)
    const waiting = await waitingProposalsOfAuthor(found.value.selection)
    return done({
      name: found.value.name,
      shown: tally.shown(),
      files: tally.files,
      totals: tally.totals,
      proposals: { waiting: waiting.length },
    })
  },
})

export function addPlan(tally: Tally, plan: RevertFilePlan): { added: number; cut: number } {
  const { standing, next, present, asked, left } = plan
  return tally.add({
    head: standing.head,
    text: next?.text ?? null,
    present,
    writes: changesFile(plan) ? asked : 0,
    left: [...left].map(({ why, line, text, by }) => ({ why, line, text, by })),
    gist: planIdentity(plan),
  })
}

export interface SelectedWrites {
  readonly team: VisibleTeam
  readonly selection: Selection
  /** Display name of the author of the writes. */
  readonly name: string
  /** Selection in the form in which it is stored. */
  readonly of: Readonly<Record<string, string>>
}

interface Asked {
  readonly team: string
  readonly of: z.output<typeof whose>
  readonly project?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Resolves the team and the author of the writes to revert. Refuses unknown names, and a revert that cannot
 * be undone.
 */
export async function selectWrites(actor: Actor, asked: Asked): Promise<Outcome<SelectedWrites>> {
  const team = await teamOf(actor, "curate", asked.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, asked.project)
  if (!project.ok) return project
  const named = Object.fromEntries(
    Object.entries(asked.of).filter((one): one is [string, string] => one[1] !== undefined),
  )
  const of = named as unknown as WriteAuthor
  const name = await nameOf(visibilityOf(actor, team.value.id), of)
  if (name === null) return refused("not-found", `of: ${Object.keys(named)[0]} not found in this team`)
  if (
    asked.of.revert !== undefined &&
    isWithdrawal((await findRevert(visibilityOf(actor, team.value.id), asked.of.revert))?.of)
  )
    return refused("conflict", `${name} cannot be undone. Publish the synthesis again`)
  const [from, to] = [startOf(asked.from), endOf(asked.to)]
  return done({
    team: team.value,
    selection: { visible: visibilityOf(actor, team.value.id, project.value?.id), of, from, to },
    name,
    of: {
      ...named,
      ...(project.value ? { project: project.value.slug } : {}),
      ...(asked.from ? { from: asked.from } : {}),
      ...(asked.to ? { to: asked.to } : {}),
    },
  })
}

/**
 * True if a revert withdrew a published synthesis. Undoing the revert would restore only the file, with
 * claims that are not published.
 */
const isWithdrawal = (of: unknown): boolean => typeof of === "object" && of !== null && "synthesis" in of

/** Maximum number of files with line changes in a preview, and of changed lines of one file. */
const SHOWN = { files: 100, lines: 400 }
/** Maximum number of files in a preview. */
const NAMED = 1000

interface FileEffect {
  readonly head: {
    readonly id: string
    readonly path: string
    readonly projectName: string
    readonly projectSlug: string
    readonly state: string
    readonly text: string
  }
  /** New text, or null if it does not change. */
  readonly text: string | null
  readonly present: boolean | null
  readonly writes: number
  readonly left: ChangedFile["left"]
  /** Values in which plans for the file can differ. */
  readonly gist: unknown
}

type Changes = ReturnType<typeof hunksBetween>

/**
 * Sums up and hashes the effects on files. A request that sends the hash back runs exactly the preview that
 * was shown.
 */
export class Tally {
  private readonly hash: Hash = createHash("sha256")
  private sums: Totals = NO_TOTALS
  readonly files: ChangedFile[] = []

  add(effect: FileEffect): { added: number; cut: number } {
    const { head, text, present, writes, left, gist } = effect
    this.hash.update(JSON.stringify(gist)).update("\n")
    const changes = text === null ? null : hunksBetween(head.text, text)
    const { added, cut } = lineCounts(effect, changes)
    const isChanged = text !== null || present !== null
    const { sums } = this
    this.sums = {
      files: sums.files + Number(isChanged),
      writes: sums.writes + writes,
      added: sums.added + added,
      cut: sums.cut + cut,
      gone: sums.gone + Number(present === false),
      back: sums.back + Number(present === true),
      left: sums.left + left.length,
    }
    if ((isChanged || left.length > 0) && this.files.length < NAMED)
      this.files.push(
        changedFileView(effect, changes, { added, cut, withLines: this.files.length < SHOWN.files }),
      )
    return { added, cut }
  }

  get totals(): Totals {
    return this.sums
  }

  /** Returns the hash of all effects in hexadecimal. Must be called once, at the end. */
  shown(): string {
    return this.hash.digest("hex")
  }
}

/**
 * Returns the numbers of added and removed lines. If a file is restored or removed and its text does not
 * change, all of its lines count.
 */
function lineCounts(
  { head, present }: FileEffect,
  changes: Changes | null,
): { readonly added: number; readonly cut: number } {
  if (changes !== null) return changes
  if (present === null) return { added: 0, cut: 0 }
  const lines = textLines(head.text).length
  return present ? { added: lines, cut: 0 } : { added: 0, cut: lines }
}

function changedFileView(
  { head, present, writes, left }: FileEffect,
  changes: Changes | null,
  { added, cut, withLines }: { readonly added: number; readonly cut: number; readonly withLines: boolean },
): ChangedFile {
  const isShown = withLines && added + cut <= SHOWN.lines
  return {
    fileId: head.id,
    path: head.path,
    project: { slug: head.projectSlug, name: head.projectName },
    writes,
    added,
    cut,
    becomes: presence(present),
    hunks: changes !== null && isShown ? hunkViews(changes) : null,
    left,
  }
}

const hunkViews = ({ hunks }: Changes) =>
  hunks.map((hunk) => ({ line: hunk.left, before: [...hunk.cut], after: [...hunk.added] }))
