import { newSynthesisPath } from "@/components/data/addresses"
import type { PaletteChoice } from "./palette-group"

/**
 * Returns the name in "orientation for unit-tester" or "orient unit-tester". Null for other queries or if the
 * name is missing.
 */
export function readOrientationName(query: string): string | null {
  return /^\s*(?:new\s+)?orient(?:ation)?(?:\s+for)?\s+(?!fo?r?\s*$)(\S.*)$/i.exec(query)?.[1]?.trim() ?? null
}

/** Returns a choice for each agent found. If none was found, returns one for the typed name. */
export function orientChoices({
  team,
  project,
  whom,
  found,
}: {
  team: string
  project: string | null
  whom: string
  found: readonly PaletteChoice[]
}): PaletteChoice[] {
  const agents = found.flatMap(({ id, label, detail }) =>
    id.startsWith("agent:") ? [{ name: label, within: detail }] : [],
  )
  const named = agents.length > 0 ? agents : [{ name: whom, within: undefined }]
  return named.map(({ name, within }) => ({
    id: `orient:${within ?? ""}/${name}`,
    label: `New orientation for ${name}`,
    detail: within,
    href: newSynthesisPath(team, "orientation", { agent: name, project, in: within }),
  }))
}
