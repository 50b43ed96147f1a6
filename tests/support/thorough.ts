/** True if everything is run: `QUARTERDECK_THOROUGH=1 npm test` takes hours where a plain run takes minutes. */
export const THOROUGH = process.env.QUARTERDECK_THOROUGH === "1"

/** Returns every `nth` of `all`, beginning at a random one of the first `nth`; all of them in a thorough run. */
export function sampleOf<One>(all: readonly One[], nth: number): One[] {
  const first = Math.floor(Math.random() * Math.min(nth, all.length))
  return THOROUGH ? [...all] : all.filter((_, place) => place % nth === first)
}
