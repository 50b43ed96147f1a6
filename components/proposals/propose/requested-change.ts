import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { CurrentEntry, Intent } from "../proposal-types"

/** The change that the form of the dialog describes. */
export interface RequestedChange {
  change: ProposedChange
  reason: string
  confidence?: number
  type?: string
}

/** Returns the change in the form. `entry`: null for a new entry. */
export function readForm(form: FormData, intent: Intent, entry: CurrentEntry | null): RequestedChange {
  const value = (name: string) => String(form.get(name) ?? "").trim()
  const reason = value("reason")
  const section = form.has("section") ? value("section") : null
  if (intent.kind === "add" || !entry) {
    const confidence = form.has("confidence") ? { confidence: Number(value("confidence")) } : {}
    const type = form.has("type") ? { type: value("type") } : {}
    return {
      change: {
        kind: "add",
        section,
        text: value("text"),
        date: new Date().toISOString().slice(0, 10),
        ...type,
        ...confidence,
      },
      reason,
      ...confidence,
      ...type,
    }
  }
  const named = { entry: entry.id, before: entry.text }
  switch (intent.kind) {
    case "edit":
      return { change: { kind: "edit", ...named, text: value("text") }, reason }
    case "retire":
      return { change: { kind: "retire", ...named, why: reason }, reason }
    case "move":
      return { change: { kind: "move", ...named, section }, reason }
    case "restore":
    case "remove":
      return { change: { kind: intent.kind, ...named }, reason }
  }
}
