/** Proposals per week, as the API returns them. */
export interface FlowWeek {
  /** Monday, ISO date. */
  week: string
  in: number
  out: number
  approved: number
  merged: number
  rejected: number
  withdrawn: number
}

export interface Flow {
  weeks: FlowWeek[]
  ages: { days: string; count: number }[]
  waiting: number
  oldestDays: number | null
  medianHours: number | null
}

export function isQuiet({ weeks, waiting }: Flow): boolean {
  return waiting === 0 && weeks.every((one) => one.in === 0 && one.out === 0)
}

export function inboxPathOf(team: string, project: string | null = null): string {
  return `/t/${team}/inbox${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}
