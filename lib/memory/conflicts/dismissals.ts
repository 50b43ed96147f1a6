/** What a team decided on conflicts of one finding of late, and how much of it was that there is no conflict. */
export interface Dismissals {
  readonly finding: "duplicate" | "contradiction" | "file"
  readonly dismissed: number
  readonly decided: number
}

/** Fewer decisions say nothing of a team's habits. */
export const LEAST_DECIDED = 10

/** Whether a team dismisses most of them: then the next are listed later. */
export const areMostlyDismissed = ({ dismissed, decided }: Dismissals): boolean =>
  decided >= LEAST_DECIDED && dismissed * 2 > decided
