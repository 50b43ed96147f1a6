/** SQLSTATE 55P03, as Prisma and its adapter report it. */
const WORDS = /55P03|lock timeout/

/** True if a statement ran into the lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    if (WORDS.test(one.message) || WORDS.test(JSON.stringify((one as { meta?: unknown }).meta ?? "")))
      return true
  }
  return false
}
