import { createHash, type Hash } from "node:crypto"
import { hunksBetween, textLines } from "@/lib/memory/text/line-differences"
import { type ChangedFile, NO_TOTALS, presence, type Totals } from "./reverts-outputs"

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
