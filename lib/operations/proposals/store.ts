import { NEEDS_OWN_TRANSACTION, commitTogether, type Tx } from "@/lib/db/infra/commit"
import {
  type AddedProposal,
  addProposals,
  countWithLock,
  countWaitingOf,
  nameOfAuthor,
  type NewProposal,
  MAX_CONCURRENT_PROPOSALS,
} from "@/lib/db/proposals/new-proposals"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { decisionContent, type ProposedChange, duplicateKeyOf } from "@/lib/memory/proposals/proposed-change"
import { sha256Bytes } from "@/lib/files/sha256"

interface ToStore {
  readonly row: NewProposal
  /** Maximum number of waiting proposals of the author. Null: no limit. */
  readonly most: number | null
}

/** Stores a proposal. Proposals that arrive at the same time share one transaction. */
export const storeProposal = commitTogether<ToStore, AddedProposal>(async (tx, asked) => {
  const refusals = await tooMany(tx, asked)
  const added = await addProposals(
    tx,
    asked.filter((one) => !refusals.has(one)).map((one) => one.row),
  )
  const rest = added.values()
  return asked.map((one) => {
    const refusal = refusals.get(one)
    if (refusal) return refusal
    const stored = rest.next().value
    return stored ? done(stored) : NEEDS_OWN_TRANSACTION
  })
})

async function tooMany(tx: Tx, asked: readonly ToStore[]): Promise<Map<ToStore, ReturnType<typeof refused>>> {
  const capped = asked.filter((one) => one.most !== null)
  if (capped.length === 0) return new Map()
  const near = await countsOf(tx, capped, countWaitingOf)
  const close = capped.filter(
    (one) =>
      (near.get(nameOfAuthor(one.row)) ?? 0) + asked.length >= (one.most ?? 0) - MAX_CONCURRENT_PROPOSALS,
  )
  const waiting =
    close.length === 0 ? near : new Map([...near, ...(await countsOf(tx, close, countWithLock))])
  const refusals = new Map<ToStore, ReturnType<typeof refused>>()
  for (const one of capped) {
    const name = nameOfAuthor(one.row)
    const count = waiting.get(name) ?? 0
    if (count >= (one.most ?? 0)) refusals.set(one, whyTooMany(one, count))
    else waiting.set(name, count + 1)
  }
  return refusals
}

async function countsOf(
  tx: Tx,
  asked: readonly ToStore[],
  count: typeof countWithLock,
): Promise<Map<string, number>> {
  const rows = [...new Map(asked.map((one) => [nameOfAuthor(one.row), one.row])).values()]
  const counts = await count(tx, rows)
  return new Map(rows.map((row, place) => [nameOfAuthor(row), counts[place] ?? 0]))
}

/** Returns the refusal of a proposal whose author has too many waiting proposals. `waiting`: their number. */
export function whyTooMany({ row: { author } }: Pick<ToStore, "row">, waiting: number) {
  return refused(
    "too-many",
    `${waiting.toLocaleString("en")} proposals by ${author.agent ?? author.name} are pending, which is the maximum that the policy allows. Withdraw some, or wait for a curator to review them`,
    { waiting },
  )
}

/** Returns the hash that an approval must contain. The approval holds only for these changes at this path. */
export const approvalHash = (path: string, changes: readonly ProposedChange[]): Uint8Array<ArrayBuffer> =>
  sha256Bytes(decisionContent(path, changes))

/** Returns a key that is equal for proposals with the same request in a project. */
export const proposalKey = (
  projectId: string,
  path: string,
  changes: readonly ProposedChange[],
): Uint8Array<ArrayBuffer> => sha256Bytes(`${projectId}\0${duplicateKeyOf(path, changes)}`)
