/**
 * Returns the remaining time: "about 8 s left". Null if everything is done, or if it is too early to
 * estimate.
 */
export function timeLeft(done: number, of: number, inMs: number): string | null {
  if (done <= 0 || inMs < 1_000 || done >= of) return null
  const seconds = Math.ceil(((of - done) / done) * (inMs / 1_000))
  if (seconds < 90) return `about ${seconds} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}
