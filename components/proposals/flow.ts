import type { OutputOf } from "@/lib/http/contract"

/** Proposals per week, as the API returns them. */
export type FlowWeek = OutputOf<"proposal.flow">["weeks"][number]

export type Flow = OutputOf<"proposal.flow">

export function isQuiet({ weeks, waiting }: Flow): boolean {
  return waiting === 0 && weeks.every((one) => one.in === 0 && one.out === 0)
}

export function inboxPathOf(team: string, project: string | null = null): string {
  return `/t/${team}/inbox${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}
