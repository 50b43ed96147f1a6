/** A team's recent decisions on conflicts of one kind. */
export interface Dismissals {
  readonly finding: "duplicate" | "contradiction" | "file"
  /** Number of "not a conflict" decisions. */
  readonly dismissed: number
  readonly decided: number
}

/** Minimum number of decisions for a judgment. */
export const LEAST_DECIDED = 10

/**
 * True if a team dismisses most conflicts of a kind. New conflicts of the kind are then listed last.
 */
export const areMostlyDismissed = ({ dismissed, decided }: Dismissals): boolean =>
  decided >= LEAST_DECIDED && dismissed * 2 > decided
