import { isDatabaseAway } from "@/lib/db/away"
import { fileSizes } from "@/lib/db/watch-portions"
import type { AlertUnit } from "@/lib/memory/alert/kinds"
import type { Looked } from "./looked"

interface Each {
  readonly looked: ReadonlyMap<string, Looked>
  /** At which nobody could look: nothing is known of them. */
  readonly failed: readonly string[]
}

/** More that fail are no few sick files: then something else is wrong, and all of it is tried again later. */
const MOST_FAILED = 20

/**
 * Looks at units, and where that fails at half of them, and so on, until it is known which one cannot be looked at: one file with something
 * in it that nobody thought of would else keep all alerts of its team from being found, for ever.
 */
export async function lookEach(
  unit: AlertUnit,
  ids: readonly string[],
  look: (some: readonly string[]) => Promise<Map<string, Looked>>,
): Promise<Each> {
  const [looked, failed] = [new Map<string, Looked>(), [] as string[]]
  const each = async (some: readonly string[]): Promise<void> => {
    try {
      for (const [id, one] of await look(some)) looked.set(id, one)
    } catch (cause) {
      if (isDatabaseAway(cause) || failed.length >= MOST_FAILED) throw cause
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2)
        await each(some.slice(0, half))
        return each(some.slice(half))
      }
      console.error(
        `looking for alerts: the ${unit} ${some.join()} could not be looked at, and is tried again tomorrow:`,
        cause,
      )
      failed.push(...some)
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
