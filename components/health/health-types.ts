import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"

export interface ShownPart {
  readonly name: string
  readonly label: string
  /** Null: no data. */
  readonly score: number | null
  /** 0–1. */
  readonly weight: number
  readonly message: string
}

export interface ShownSubject {
  readonly project: string | null
  readonly agent: string | null
  readonly file: string | null
  readonly path: string | null
  readonly line: number | null
  readonly severity: AlertSeverity
  readonly message: string
  readonly kind: AlertKind | null
  readonly alert: string | null
}

export interface ShownCheck {
  readonly name: string
  readonly label: string
  readonly ok: boolean
  readonly severity: AlertSeverity | null
  readonly message: string
  readonly wayOut: string | null
  readonly subjects: readonly ShownSubject[]
  readonly more: number
}

export interface ShownBadge {
  readonly id: string
  /** Its project's name; null: the whole team. */
  readonly project: string | null
  readonly prefix: string
  readonly createdBy: string
  readonly createdAt: string
}

export interface TrendDay {
  /** ISO date. */
  readonly day: string
  readonly health: number | null
  readonly entries: number
  readonly stale: number
  readonly undated: number
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly waiting: number
  readonly conflicts: number
}
