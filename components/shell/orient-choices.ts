import { newSynthesisPath } from "@/components/coach/paths"
import type { Choice } from "./palette-group"

/** The name in "orientation for unit-tester", "orient unit-tester"; null where one types something else, or the name is still to come. */
export function readWhom(query: string): string | null {
  return /^\s*(?:new\s+)?orient(?:ation)?(?:\s+for)?\s+(?!fo?r?\s*$)(\S.*)$/i.exec(query)?.[1]?.trim() ?? null
}

/** An orientation for each agent that was found; where none was, for whoever goes by that name. */
export function orientChoices({
  team,
  project,
  whom,
  found,
}: {
  team: string
  project: string | null
  whom: string
  found: readonly Choice[]
}): Choice[] {
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
