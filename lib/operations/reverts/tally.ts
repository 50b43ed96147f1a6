import { createHash, type Hash } from "node:crypto"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { type ChangedFile, NO_TOTALS, type Totals } from "./reverts-outputs"

/** Files whose lines are shown, and lines of one that are. */
const SHOWN = { files: 100, lines: 400 }
/** Files that are named at all. */
const NAMED = 1000

interface Changing {
  readonly head: {
    readonly id: string
    readonly path: string
    readonly projectName: string
    readonly projectSlug: string
    readonly state: string
    readonly text: string
  }
  /** Null: no text changes. */
  readonly text: string | null
  readonly present: boolean | null
  readonly writes: number
  readonly left: ChangedFile["left"]
  /** What tells two plans for the file apart. */
  readonly gist: unknown
}

/** Adds up what becomes of files, and hashes it: whoever carries it out carries the hash of what was shown. */
export class Tally {
  private readonly hash: Hash = createHash("sha256")
  private sums: Totals = NO_TOTALS
  readonly files: ChangedFile[] = []

  add({ head, text, present, writes, left, gist }: Changing): { added: number; cut: number } {
    this.hash.update(JSON.stringify(gist)).update("\n")
    const changed = text === null ? null : hunksBetween(head.text, text)
    const { added = 0, cut = 0 } = changed ?? {}
    const becomes = present === null ? null : present ? ("present" as const) : ("gone" as const)
    const changes = text !== null || present !== null
    const { sums } = this
    this.sums = {
      files: sums.files + (changes ? 1 : 0),
      writes: sums.writes + writes,
      added: sums.added + added,
      cut: sums.cut + cut,
      gone: sums.gone + (present === false ? 1 : 0),
      back: sums.back + (present === true ? 1 : 0),
      left: sums.left + left.length,
    }
    if ((changes || left.length > 0) && this.files.length < NAMED) {
      const hunks =
        changed === null || this.files.length >= SHOWN.files || added + cut > SHOWN.lines
          ? null
          : changed.hunks.map(({ left, cut, added }) => ({ line: left, before: [...cut], after: [...added] }))
      this.files.push({
        fileId: head.id,
        path: head.path,
        project: { slug: head.projectSlug, name: head.projectName },
        writes,
        added,
        cut,
        becomes,
        hunks,
        left,
      })
    }
    return { added, cut }
  }

  get totals(): Totals {
    return this.sums
  }

  /** Hexadecimal. To be asked for once, at the end. */
  shown(): string {
    return this.hash.digest("hex")
  }
}
