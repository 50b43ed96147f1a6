import type { SynthesisKind } from "@/lib/memory/coach/kinds"

/** Where the coach's briefs and orientations are listed and begun. */
export function coachPath(
  team: string,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const said = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return `/t/${team}/coach${said.size > 0 ? `?${said}` : ""}`
}

/** One brief or orientation, claim by claim. */
export function synthesisPath(team: string, synthesis: string): string {
  return `/t/${team}/coach/${synthesis}`
}

/** The panel that begins one. `in` is a project's slug; left out, it is the place that one looks at. */
export function newSynthesisPath(
  team: string,
  kind: SynthesisKind,
  { agent, project, in: within }: { agent?: string; project?: string | null; in?: string } = {},
): string {
  return coachPath(team, { project, new: kind, agent, in: within })
}
