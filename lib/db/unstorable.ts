/** SQLSTATE classes 22 (the data are wrong) and 54 (they are more than a limit allows), as Prisma and its adapter report them. */
const REFUSED = /(?:Code: `|originalCode":")(?:22|54)\w{3}|Invalid string length/

/** Whether an error says that these very data cannot be stored, rather than that nothing can be stored now. */
export function isUnstorable(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    if (REFUSED.test(one.message) || REFUSED.test(JSON.stringify((one as { meta?: unknown }).meta ?? "")))
      return true
  }
  return false
}
