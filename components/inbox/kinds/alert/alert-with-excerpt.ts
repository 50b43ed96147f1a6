import type { AlertDetail, Excerpt } from "@/components/alerts/alert-types"

/** An alert with the lines of its file; null if the pane shows none. */
export interface AlertWithExcerpt extends AlertDetail {
  readonly excerpt: Excerpt | null
  /** Why the lines could not be loaded. */
  readonly excerptProblem?: string
}
