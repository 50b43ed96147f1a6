/** True for a thorough run: `QUARTERDECK_THOROUGH=1 npm test` takes hours, a plain run takes minutes. */
export const THOROUGH = process.env.QUARTERDECK_THOROUGH === "1"

/** Returns every `nth` of `all`, starting at a random one of the first `nth`. Returns all in a thorough run. */
export function sampleOf<One>(all: readonly One[], nth: number): One[] {
  const first = Math.floor(Math.random() * Math.min(nth, all.length))
  return THOROUGH ? [...all] : all.filter((_, place) => place % nth === first)
}
