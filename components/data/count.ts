/** Returns a number with its noun, as in "1 agent" or "2,914 entries". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`
}
