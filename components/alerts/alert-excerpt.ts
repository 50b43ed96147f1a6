import { type AlertKind, KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import type { AlertSummary } from "./alert"

/** Kinds without an excerpt, because they show entries or are not about a line. */
const WITHOUT_LINES: ReadonlySet<AlertKind> = new Set([
  "stale-file",
  "unchecked",
  "stale-entries",
  "undated-entries",
  "unverified-entries",
  "instruction-like",
  "duplicate",
  "restates-instructions",
  "session-noise",
  "gone",
  "filling-up",
])

export const hasExcerpt = ({ kind, file }: AlertSummary): boolean =>
  file !== null && KINDS_OF_ALERT[kind].unit === "file" && !WITHOUT_LINES.has(kind)
