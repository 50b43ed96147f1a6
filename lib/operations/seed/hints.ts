import type { SortClass } from "@/lib/coach/coach"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { FilePlace, SeedInput, SeedEntry, SeedHint } from "@/lib/memory/seed/seed-entry"
import { type SortMethod, sortByModel } from "../coach/available-coaches"

export interface SeedHints {
  readonly hints: readonly SeedHint[]
  readonly model: string | null
  readonly notes: readonly string[]
}

/** Returns hints of a language model about where the entries belong, in addition to the rules. */
export async function seedHints(
  { category, roles }: Pick<SeedInput, "category" | "roles">,
  entries: readonly SeedEntry[],
  method: SortMethod,
): Promise<Outcome<SeedHints>> {
  const places = placesOf({ category, roles })
  const statements = entries
    .filter(({ state }) => state === "current")
    .map(({ id, text, section, date }) => ({ id, text, section, date }))
  const purpose = `New agents in the category ${category.name} start with what other agents already know. For each statement, say who it is for.`
  const answer = await sortByModel(
    { purpose, choices: places.map(({ choice }) => choice), statements },
    method,
  )
  if (!answer.ok) return answer
  const { sorted, model, notes } = answer.value
  const hints = sorted.flatMap(({ id, choice, sure, why }): SeedHint[] => {
    const place = places.find((one) => one.choice.name === choice)?.place
    return place
      ? [
          {
            entry: id,
            place,
            strength: sure,
            words: why === "" ? "according to the language model" : `language model: ${why}`,
          },
        ]
      : []
  })
  return done({ hints, model, notes })
}

function placesOf({
  category,
  roles,
}: Pick<SeedInput, "category" | "roles">): { readonly choice: SortClass; readonly place: FilePlace }[] {
  return [
    {
      choice: { name: "all", means: `every agent in ${category.name} should know it` },
      place: { kind: "shared" },
    },
    ...(category.coordinator === null
      ? []
      : [
          {
            choice: {
              name: "coordinator",
              means: `only for ${category.coordinator}, which assigns work and combines results`,
            },
            place: { kind: "coordinator" } as const,
          },
        ]),
    ...roles.map((role, place) => ({
      choice: { name: `role${place + 1}`, means: `only for the agent ${role}` },
      place: { kind: "role", role } as const,
    })),
  ]
}
