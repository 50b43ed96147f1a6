import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { fileSizes } from "@/lib/db/alerts/watch-portions"
import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import { failureAfter, type Looked } from "./looked"

interface Each {
  readonly looked: ReadonlyMap<string, Looked>
  /** Why, by the id of each unit that could not be checked. */
  readonly failed: ReadonlyMap<string, string>
}

/** If so many units in a row fail and none succeeds, something else is wrong, and all are tried again later. */
const MOST_FAILED = 20

/** Looks at units. If that throws, it looks at each half, and so on, until the units that cannot be checked are known. */
export async function lookEach(
  unit: AlertUnit,
  ids: readonly string[],
  look: (some: readonly string[]) => Promise<Map<string, Looked>>,
): Promise<Each> {
  const [looked, failed] = [new Map<string, Looked>(), new Map<string, string>()]
  const fail = (id: string, failure: string, cause?: unknown) => {
    console.error(`Looking for alerts: the ${unit} ${id} could not be checked: ${failure}`, cause ?? "")
    failed.set(id, failure)
  }
  const each = async (some: readonly string[]): Promise<void> => {
    try {
      for (const [id, one] of await look(some)) {
        if (one.failure === undefined) looked.set(id, one)
        else fail(id, one.failure)
      }
    } catch (cause) {
      if (isDatabaseUnreachable(cause) || (failed.size >= MOST_FAILED && looked.size === 0)) throw cause
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2)
        await each(some.slice(0, half))
        return each(some.slice(half))
      }
      for (const id of some) fail(id, failureAfter(cause), cause)
    }
  }
  await each(ids)
  return { looked, failed }
}

/** So much text is held in memory at once: what is read of it is several times as much. */
const BYTES_AT_ONCE = 8_000_000

/** Files in portions of so many, and of no more text than is held at once; one that is longer is looked at by itself. */
export async function portionsOf(
  teamId: string,
  unit: AlertUnit,
  ids: readonly string[],
  most: number,
): Promise<string[][]> {
  const sizes = unit === "file" ? await fileSizes(teamId, ids) : new Map<string, number>()
  const portions: string[][] = []
  let bytes = 0
  for (const id of ids) {
    const [last, size] = [portions.at(-1), sizes.get(id) ?? 0]
    if (last === undefined || last.length >= most || bytes + size > BYTES_AT_ONCE) {
      portions.push([id])
      bytes = size
    } else {
      last.push(id)
      bytes += size
    }
  }
  return portions
}

const DAY = 86_400_000

/** Its first moment, UTC. */
export const tomorrow = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY)
