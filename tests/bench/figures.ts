/**
 * One row of the benchmark table. `bar`: the requirement as written in `design/quality.md`; `holds`: whether
 * it is met, null without a requirement.
 */
export interface Figure {
  readonly what: string
  readonly value: string
  readonly bar: string
  readonly holds: boolean | null
}

/** The p-quantile of times in milliseconds. */
export function quantile(times: readonly number[], p: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`

export function print(figures: readonly Figure[], asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(figures, null, 2))
    return
  }
  const widths = (["what", "value", "bar"] as const).map((column) =>
    Math.max(column.length, ...figures.map((one) => one[column].length)),
  )
  const line = (cells: readonly string[]) =>
    cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join("   ")
  console.log(line(["what", "value", "bar"]))
  for (const one of figures) console.log(`${line([one.what, one.value, one.bar])}   ${verdictOf(one)}`)
}

function verdictOf({ holds }: Figure): string {
  if (holds === null) return ""
  return holds ? "holds" : "MISSED"
}

/** Returns the names that `--only` selects. Undefined without it. */
export const onlyOf = (args: readonly string[]): readonly string[] | undefined =>
  args.includes("--only") ? args[args.indexOf("--only") + 1]?.split(",") : undefined
