import type { OutputOf } from "@/lib/http/contract"

/** An alert in the response of `GET /alerts`. Instants are ISO. */
export type AlertSummary = OutputOf<"alert.list">["alerts"][number]

/** An entry in the evidence of an alert. */
export type AlertEntry = AlertShown["evidence"]["entries"][number]

export type AlertPlace = AlertShown["evidence"]["places"][number]

/** An event in the history of an alert. The history lists the newest event first. */
export type AlertEvent = AlertShown["history"][number]

/** The response of `GET /alerts/{alert}`. */
export type AlertShown = OutputOf<"alert.show">

/** A setting with the threshold of an alert, and the policy that sets it. */
export type AlertMeasure = AlertShown["measures"][number]

/** The response of `GET /alerts/{alert}` with the ID of the alert. */
export interface AlertDetail extends AlertShown {
  readonly id: string
}

/** A suggested fix in the response of `GET /alerts/{alert}/cures`. */
export type SuggestedFix = OutputOf<"alert.cures">["cures"][number]

/** A file that a fix would write. */
export type FixedFile = SuggestedFix["files"][number]

/** The lines of an alert, as `showFileExcerpt` returns them. */
export type Excerpt = OutputOf<"file.excerpt">
