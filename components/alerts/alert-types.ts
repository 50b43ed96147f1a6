import type { CureName } from "@/lib/memory/alerts/cure/facts"
import type { AlertKind, AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { PolicySetting } from "@/lib/memory/policies/policy"

/** An alert in the response of `GET /alerts`. Instants are ISO. */
export interface AlertSummary {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: AlertSeverity
  readonly state: AlertState
  /** The number of times it was raised. */
  readonly round: number
  /** One sentence with the subject and its numbers, without a full stop. */
  readonly message: string
  readonly project: { readonly slug: string; readonly name: string } | null
  readonly agent: string | null
  readonly category: string | null
  readonly path: string | null
  /** The id of the file; null if there is none or it is not stored. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly assignee: { readonly id: string; readonly name: string } | null
  readonly snoozedUntil: string | null
  readonly raisedAt: string
  readonly changedAt: string
  readonly resolvedAt: string | null
  /** The part of the subject, such as a harness or a path, if the rule applies to several; else empty. */
  readonly part: string
  /** Names of the suggested fixes. */
  readonly cures: readonly string[]
}

/** An entry in the evidence of an alert. */
export interface AlertEntry {
  readonly id: string
  readonly text: string
  readonly line: number
  readonly path: string
  /** The id of its file. */
  readonly file: string
  readonly agent: string | null
  readonly date: string | null
  /** Other agents that have the entry. */
  readonly alsoBy?: readonly string[]
  /** The opinion of a language model, if there is one. */
  readonly opinion?: { readonly model: string; readonly says: "poisoning" | "harmless"; readonly why: string }
}

export interface AlertPlace {
  readonly line: number
  readonly column: number
  readonly code: string
  readonly message: string
}

/** An event in the history of an alert. Newest first. */
export interface AlertEvent {
  readonly what: string
  readonly by: { readonly kind: string; readonly name: string }
  readonly at: string
  readonly round: number
  readonly detail: Readonly<Record<string, unknown>>
}

/** The response of `GET /alerts/{alert}`. */
export interface AlertShown {
  readonly alert: AlertSummary
  readonly evidence: {
    readonly figures: Readonly<Record<string, number>>
    readonly names: readonly string[]
    readonly places: readonly AlertPlace[]
    readonly entries: readonly AlertEntry[]
  }
  readonly history: readonly AlertEvent[]
  readonly measures: readonly AlertMeasure[]
}

/** A setting with the threshold of an alert, and the policy that sets it. */
export interface AlertMeasure {
  readonly setting: PolicySetting
  /** The value of the setting. */
  readonly value: unknown
  /** "category:testing", or "built-in". */
  readonly from: string
}

/** The response with its id. */
export interface AlertDetail extends AlertShown {
  readonly id: string
}

/** A suggested fix in the response of `GET /alerts/{alert}/cures`. */
export interface Cure {
  readonly cure: CureName
  readonly label: string
  readonly consequence: string
  /** The number of proposals it creates; 0 if it links to a page. */
  readonly proposals: number
  readonly href: string | null
  /** Ids of its undecided proposals, if someone already chose the fix. */
  readonly waiting: readonly string[]
  /** Hash of the proposed changes, which the request must carry. */
  readonly shown: string
  readonly files: readonly CuredFile[]
}

/** A file that a fix would write. */
export interface CuredFile {
  readonly path: string
  /** Null if the fix creates it. */
  readonly file: string | null
  readonly added: number
  readonly cut: number
  readonly hunks: readonly {
    readonly line: number
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
}

/** The lines of an alert, as `showFileExcerpt` returns them. */
export interface Excerpt {
  readonly file: {
    readonly lines: number
    readonly cut: number | null
    readonly formatName: string
    readonly limits: {
      readonly budget: number | null
      readonly lines: number | null
      readonly bytes: number | null
      readonly characters: number | null
    }
  }
  readonly line: number
  readonly lines: readonly { readonly line: number; readonly text: string }[]
  readonly diagnostics: readonly Diagnostic[]
  readonly more: number
  readonly readers: readonly string[]
}
