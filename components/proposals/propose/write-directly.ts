import { callOperation, newKey, RefusedError } from "@/components/data/http-client"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { Intent, ProposalTarget } from "../proposal-types"

interface DirectText {
  /** Title of the dialog. */
  readonly title: string
  /** Label of the button. */
  readonly does: string
  /** Reason of the revision if the person gives none. */
  readonly reason: string
}

/** Texts for people who may write to the file without a proposal. */
export const DIRECT_TEXT: Readonly<Record<Intent["kind"], DirectText>> = {
  add: { title: "Add an entry", does: "Add entry", reason: "Added an entry" },
  edit: { title: "Edit this entry", does: "Save", reason: "Edited an entry" },
  retire: { title: "Retire this entry", does: "Retire entry", reason: "Retired an entry" },
  restore: { title: "Restore this entry", does: "Restore entry", reason: "Restored an entry" },
  remove: { title: "Remove this entry", does: "Remove entry", reason: "Removed an entry" },
  move: { title: "Move this entry", does: "Move entry", reason: "Moved an entry" },
}

interface DirectWrite {
  readonly change: ProposedChange
  readonly reason: string
  /** The revision that the change is based on. */
  readonly base: number
}

/**
 * Writes one change as the next revision of the file. Returns the number of the revision. If the file has
 * changed since, the change is based on the latest revision. The server refuses it if its entry has changed too.
 */
export async function writeDirectly(
  { file }: ProposalTarget,
  { change, reason, base }: DirectWrite,
): Promise<number> {
  const changes = [change]
  const revise = (on: number) =>
    callOperation(
      "file.revise",
      { file, base: on, changes, reason: reason || DIRECT_TEXT[change.kind].reason },
      { key: newKey() },
    )
  try {
    return (await revise(base)).revision
  } catch (cause) {
    const latest = cause instanceof RefusedError && cause.reason === "stale" ? cause.revision : null
    if (latest === null) throw cause
    return (await revise(latest)).revision
  }
}
