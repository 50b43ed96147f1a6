import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import type { AlertSummary } from "@/components/alerts/alert"
import { itemOf } from "@/components/inbox/inbox-item"
import { moveQueue, type QueueMove, startQueue } from "@/components/inbox/inbox-list-reducer"
import { readFilters } from "@/components/inbox/inbox-query"
import { ALERT } from "@/components/inbox/kinds/alert/alert-kind"
import { CountNote } from "@/components/inbox/list/count-note"

const alertOf = (id: string, severity: AlertSummary["severity"]) =>
  itemOf(ALERT, {
    id,
    severity,
    kind: "past-cut",
    state: "open",
    snoozedUntil: null,
    path: `${id}.md`,
    project: { slug: "p", name: "P" },
    agent: null,
    message: "",
  } as AlertSummary)

interface Shown {
  severities: readonly AlertSummary["severity"][]
  counted: number
  moves?: readonly QueueMove[]
  beyond?: number
}

/** Returns the note of a list of alerts with these severities, named a0, a1, and so on. */
function noteOf({ severities, counted, moves = [], beyond = 0 }: Shown): string {
  const items = severities.map((severity, place) => alertOf(`a${place}`, severity))
  const queue = moves.reduce(moveQueue, startQueue({ items, grouped: "cause" }))
  const counts = { items: counted, listed: { alert: counted }, snoozed: 0, notices: 0, yours: 0, mine: 0 }
  const filters = readFilters(new URLSearchParams("tab=alerts"))
  return renderToStaticMarkup(
    createElement(CountNote, { inbox: { filters, queue, items, beyond, counts } }),
  ).replaceAll(/<[^>]*>/g, "")
}

describe("the note on the count of the inbox", () => {
  it("explains a count of causes and notices", () => {
    expect(noteOf({ severities: ["warning", "warning", "error"], counted: 2 })).toContain(
      "3 items in this list. The count above is 2",
    )
    expect(noteOf({ severities: ["info", "info"], counted: 1 })).toContain("all notices count as one")
    expect(noteOf({ severities: ["warning"], counted: 40, beyond: 99 })).toContain("100 items in this list")
  })

  it("is empty if each item counts", () => {
    expect(noteOf({ severities: ["error", "error"], counted: 2 })).toBe("")
  })

  it("does not count an item that was just resolved and is still shown", () => {
    const resolved = { do: "strike", id: "a0", words: "Resolved" } as const
    expect(noteOf({ severities: ["error", "error"], counted: 1, moves: [resolved] })).toBe("")
    const refused = { do: "refuse", refusals: [{ id: "a0", words: "Changed" }] } as const
    expect(noteOf({ severities: ["error", "error"], counted: 1, moves: [refused, resolved] })).toBe("")
  })

  it("does not count new items that are not listed yet", () => {
    const offered = { do: "offer", items: [alertOf("a9", "warning")] } as const
    expect(noteOf({ severities: ["warning", "error"], counted: 2, moves: [offered] })).toBe("")
    expect(noteOf({ severities: ["info", "info"], counted: 1, moves: [offered] })).toContain("2 items in")
  })

  it("gives no reason while the list lags behind the count", () => {
    expect(noteOf({ severities: ["error", "error"], counted: 1 })).toBe("")
    const offered = { do: "offer", items: [alertOf("a9", "error")] } as const
    expect(noteOf({ severities: ["error"], counted: 2, moves: [offered] })).toBe("")
  })
})
