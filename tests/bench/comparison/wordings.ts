import type { WordingModel } from "@/lib/memory/comparison/models"
import { randomFrom } from "./boost"

/** A pair by the names of its words, with its label (null: any but the first). */
export interface WordedExample {
  readonly names: readonly string[]
  readonly label: number | null
  readonly weight: number
}

/** Names that pairs of less weight have teach nothing. */
const LEAST_WEIGHT = 5
const ROUNDS = 8
const RATE = 0.15
const SHRINKAGE = 3e-3

/** Logistic regression of several labels by AdaGrad. The same examples give the same model. */
export function trainWordings(examples: readonly WordedExample[], labels: number): WordingModel {
  const counts = new Map<string, number>()
  for (const { names, label, weight } of examples)
    if (label !== null) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + weight)
  const known = [...counts].filter(([, count]) => count >= LEAST_WEIGHT).map(([name]) => name)
  const places = new Map(known.map((name, place) => [name, place]))
  const weights = new Float64Array((known.length + 1) * labels)
  const squares = new Float64Array(weights.length).fill(1e-2)
  const rows = examples.flatMap(({ names, label, weight }) =>
    label === null
      ? []
      : [{ label, weight, places: [known.length, ...names.flatMap((name) => places.get(name) ?? [])] }],
  )
  const random = randomFrom(11)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1))
      ;[rows[at], rows[other]] = [rows[other] as (typeof rows)[0], rows[at] as (typeof rows)[0]]
    }
    for (const row of rows) {
      const scale = 1 / Math.sqrt(row.places.length)
      const shares = sharesOf(
        Array.from({ length: labels }, (_, label) =>
          row.places.reduce((sum, place) => sum + (weights[place * labels + label] as number) * scale, 0),
        ),
      )
      for (let label = 0; label < labels; label += 1) {
        const slope = ((shares[label] as number) - Number(label === row.label)) * scale * row.weight
        for (const place of row.places) {
          const at = place * labels + label
          const gradient = slope + SHRINKAGE * (weights[at] as number)
          squares[at] = (squares[at] as number) + gradient ** 2
          weights[at] = (weights[at] as number) - (RATE * gradient) / Math.sqrt(squares[at] as number)
        }
      }
    }
  }
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  return {
    names: known.join(" "),
    weights: Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer).toString(
      "base64",
    ),
    scale,
  }
}

function sharesOf(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}
