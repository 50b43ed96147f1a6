import type { SynthesisKind } from "@/lib/memory/coach/kinds"

/** Returns the address of the coach's list of briefs and orientations, with this query. */
export function coachPath(
  team: string,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const said = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return `/t/${team}/coach${said.size > 0 ? `?${said}` : ""}`
}

/** Returns the address of a brief or an orientation. */
export function synthesisPath(team: string, synthesis: string): string {
  return `/t/${team}/coach/${synthesis}`
}

/**
 * Returns the address of the panel that starts a synthesis. `in` is a project's slug; default: the current
 * place.
 */
export function newSynthesisPath(
  team: string,
  kind: SynthesisKind,
  { agent, project, in: within }: { agent?: string; project?: string | null; in?: string } = {},
): string {
  return coachPath(team, { project, new: kind, agent, in: within })
}
