import { setTimeout as pause } from "node:timers/promises"
import { describeFailure, isContention, isOutage } from "@/lib/db/infra/write-failures"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { type Derivation, quarantineFile } from "../../writing/derive"

/** A received file with its parsed content. */
export interface ReadFile {
  readonly item: HeldItem
  readonly derived: Derivation
}

type Store = (files: readonly ReadFile[], attempt: "first" | "repeated") => Promise<Outcome<null>>

/**
 * Stores a batch of files. If that fails, stores each half, and so on, until the failing files are found.
 * Those are quarantined, and all others are stored. Stops at the first refusal. Throws if no file can be
 * stored.
 */
export async function storeDivided(files: readonly ReadFile[], store: Store): Promise<Outcome<null>> {
  return divide(files, store, "first")
}

async function divide(
  files: readonly ReadFile[],
  store: Store,
  attempt: "first" | "repeated",
): Promise<Outcome<null>> {
  const [file] = files
  if (file === undefined) return done(null)
  try {
    const isWholeOrAlone = attempt === "first" || files.length === 1
    return await repeatWhileBlocked(() => store(files, attempt), isWholeOrAlone ? ATTEMPTS : 1)
  } catch (cause) {
    if (isOutage(cause)) throw cause
    if (files.length === 1) {
      console.error(`${file.item.path} could not be stored and was quarantined:`, cause)
      return repeatWhileBlocked(() =>
        store([{ ...file, derived: refusedFile(file.item.path, cause) }], "repeated"),
      )
    }
    const half = files.length >> 1
    const first = await divide(files.slice(0, half), store, "repeated")
    return first.ok ? divide(files.slice(half), store, "repeated") : first
  }
}

function refusedFile(path: string, cause: unknown): Derivation {
  const { what, next } = describeFailure(cause)
  return quarantineFile(
    "not-storable",
    `${path} could not be stored: ${what}. ${next}. The other files were not affected`,
  )
}

const ATTEMPTS = 4
const PAUSE_MS = 50

/** Repeats work that failed because of another transaction, after random pauses of increasing length. */
export async function repeatWhileBlocked<T>(work: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (cause) {
      if (attempt >= attempts || !isContention(cause)) throw cause
      await pause(PAUSE_MS * attempt * (0.5 + Math.random()))
    }
  }
}
