import type { AlertKind, AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { PolicySetting } from "@/lib/memory/policies/policy"

/** An alert as lists have it: what `GET /alerts` answers with. Instants are ISO. */
export interface AlertSummary {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: AlertSeverity
  readonly state: AlertState
  /** Raised so many times. */
  readonly round: number
  /** One sentence that names the thing and its numbers, without a full stop. */
  readonly message: string
  readonly project: { readonly slug: string; readonly name: string } | null
  readonly agent: string | null
  readonly category: string | null
  readonly path: string | null
  /** The id of the file; null where it is about none, or about one that is not stored. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly assignee: { readonly id: string; readonly name: string } | null
  readonly snoozedUntil: string | null
  readonly raisedAt: string
  readonly changedAt: string
  readonly resolvedAt: string | null
  /** A harness, a path: what of the subject, where it may break the rule in several places; else empty. */
  readonly part: string
  /** Names of what could be done about it at once; empty where there is nothing but mending it. */
  readonly cures: readonly string[]
}

/** An entry that an alert rests on. */
export interface AlertEntry {
  readonly id: string
  readonly text: string
  readonly line: number
  readonly path: string
  /** The id of its file. */
  readonly file: string
  readonly agent: string | null
  readonly date: string | null
  /** Other agents that say it. */
  readonly alsoBy?: readonly string[]
  /** What a language model said of it, if one was asked. */
  readonly opinion?: { readonly model: string; readonly says: "poisoning" | "harmless"; readonly why: string }
}

export interface AlertPlace {
  readonly line: number
  readonly column: number
  readonly code: string
  readonly message: string
}

/** What became of an alert, the newest first. */
export interface AlertHappened {
  readonly what: string
  readonly by: { readonly kind: string; readonly name: string }
  readonly at: string
  readonly round: number
  readonly detail: Readonly<Record<string, unknown>>
}

/** All there is to know of an alert: what `GET /alerts/{alert}` answers with. */
export interface AlertShown {
  readonly alert: AlertSummary
  readonly evidence: {
    readonly figures: Readonly<Record<string, number>>
    readonly names: readonly string[]
    readonly places: readonly AlertPlace[]
    readonly entries: readonly AlertEntry[]
  }
  readonly history: readonly AlertHappened[]
  readonly measures: readonly AlertMeasure[]
}

/** A setting by whose measure an alert was found, and the place that sets it. */
export interface AlertMeasure {
  readonly setting: PolicySetting
  /** As the setting has it. */
  readonly value: unknown
  /** "category:testing", or "built-in". */
  readonly from: string
}

/** The same, under the id that it is kept by. */
export interface AlertDetail extends AlertShown {
  readonly id: string
}

/** Something that could be done about an alert at once: what `GET /alerts/{alert}/cures` answers with. */
export interface Cure {
  readonly cure: string
  readonly label: string
  readonly consequence: string
  /** How many it makes; 0: it leads to a page. */
  readonly proposals: number
  readonly href: string | null
  /** Ids of its proposals that wait since somebody asked for it. */
  readonly waiting: readonly string[]
  /** Hash of what it would propose: carried by whoever asks for it. */
  readonly shown: string
  readonly files: readonly CuredFile[]
}

/** A file as a cure would write it. */
export interface CuredFile {
  readonly path: string
  /** Null: the cure makes it. */
  readonly file: string | null
  readonly added: number
  readonly cut: number
  readonly hunks: readonly {
    readonly line: number
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
}

/** The lines that an alert is about, as `showFileExcerpt` answers with them. */
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
