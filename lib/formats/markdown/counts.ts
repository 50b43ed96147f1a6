/** Highest count. Counts are stored as 32-bit integers. */
export const HIGHEST_COUNT = 2_147_483_647

/** True for a whole number from 0 to `HIGHEST_COUNT`. */
export const isCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= HIGHEST_COUNT

/** Returns why a count was ignored: "Session count 1e308 is out of range; ignored. Write a whole number from 0 to 2,147,483,647". */
export function describeBadCount(name: string, stated: string): string {
  const shown = stated.length > 40 ? `${stated.slice(0, 40)}…` : stated
  const isNumber = shown.trim() !== "" && !Number.isNaN(Number(stated))
  const next = `Write a whole number from 0 to ${HIGHEST_COUNT.toLocaleString("en")}`
  return isNumber
    ? `${name} ${shown} is out of range and was ignored. ${next}`
    : `${name} ${shown} is not a number and was ignored. ${next}`
}
