import type { AlertDetail, Excerpt } from "@/components/alerts/alert-types"

/**
 * An alert with the lines of its file. `excerpt`: null if the pane shows no lines or they could not be
 * loaded.
 */
export interface AlertWithExcerpt extends AlertDetail {
  readonly excerpt: Excerpt | null
  /** Reason why the lines could not be loaded. Missing if there was no failure. */
  readonly excerptProblem?: string
}
