import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { type ForgottenSince, forgottenSinceMigration } from "@/lib/db/memory-files/forgotten"
import type { Change } from "@/lib/memory/memory-files/format"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import type { RevertFilePlan } from "./file-plan"

/**
 * Returns the files that come back when a migration is undone, without entries that were forgotten in the
 * meantime.
 */
export async function stayForgotten(
  visible: Visibility,
  migrationId: string,
  plans: readonly RevertFilePlan[],
  tx?: Tx,
): Promise<RevertFilePlan[]> {
  const forgotten = await forgottenSinceMigration(visible, migrationId, tx)
  return forgotten.size === 0 ? [...plans] : plans.map((plan) => without(plan, forgotten))
}

function without(plan: RevertFilePlan, forgotten: ReadonlyMap<string, ForgottenSince>): RevertFilePlan {
  const {
    standing: { head, reading, entries },
    next,
    present,
    left,
  } = plan
  if (next === null && present !== true) return plan
  const [text, ids] = [next?.text ?? head.text, next?.ids ?? entries.map(({ id }) => id)]
  const there = new Set(head.state === "gone" ? [] : entries.map(({ id }) => id))
  const out = reading.format.parse(text, reading.path).entries.flatMap((entry, at) => {
    const why = forgotten.get(hexOf(hashOfStatement(entry.text)))
    return why === undefined || there.has(ids[at] ?? "") ? [] : [{ at, entry, why }]
  })
  if (out.length === 0) return plan
  const told = (why: string) =>
    out.map(({ entry, why: { by } }) => ({ why, line: entry.span.line, text: entry.text, by }))
  const shorter = revised(
    plan,
    text,
    out.map(({ at }) => ({ kind: "remove", entry: at })),
  )
  if (shorter === null)
    return {
      ...plan,
      left: [
        ...left,
        ...told(
          "has since been forgotten, but was restored because it cannot be removed separately. Forget it again",
        ),
      ],
    }
  const gone = new Set(out.map(({ at }) => at))
  return {
    ...plan,
    next: { text: shorter, ids: ids.filter((_, at) => !gone.has(at)) },
    left: [...left, ...told("has since been forgotten, so it is not restored")],
  }
}

function revised(
  { standing: { reading } }: RevertFilePlan,
  text: string,
  changes: readonly Change[],
): string | null {
  try {
    return reading.format.revise(text, reading.path, changes)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
