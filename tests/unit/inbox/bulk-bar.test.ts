import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import type { AlertSummary } from "@/components/alerts/alert"
import { BulkBar } from "@/components/inbox/actions/bulk-bar"
import type { BulkVerdict } from "@/components/inbox/actions/item-action"
import { itemOf } from "@/components/inbox/inbox-item"
import { loadBulkKinds } from "@/components/inbox/item-kind-registry"
import { ALERT } from "@/components/inbox/kinds/alert/alert-kind"
import { PROPOSAL } from "@/components/inbox/kinds/proposal/proposal-kind"
import type { ProposalSummary } from "@/components/proposals/proposal-types"

const kinds = await loadBulkKinds()

const alert = (id: string, state: AlertSummary["state"]) =>
  itemOf(ALERT, { id, state, kind: "past-cut", path: "a.md", project: null, message: "" } as AlertSummary)

const proposal = (id: string) =>
  itemOf(PROPOSAL, {
    id,
    kind: "add",
    path: "a.md",
    project: { slug: "p", name: "P" },
    standing: "applies",
    approvals: { given: 0, needed: 1, mine: false },
  } as ProposalSummary)

/** Returns the labels of the buttons and the whole text of the bar while it asks about a decision. */
function shownFor(chosen: readonly ReturnType<typeof itemOf>[], asking: BulkVerdict) {
  const nothing = () => undefined
  const html = renderToStaticMarkup(
    createElement(BulkBar, {
      team: "core",
      kinds,
      chosen,
      asking,
      onAsk: nothing,
      onDecide: nothing,
      onClear: nothing,
      onAssign: nothing,
      onAssignTo: nothing,
      assigning: null,
      mayDecide: true,
    }),
  )
  const textOf = (part: string) => part.replaceAll(/<kbd.*?<\/kbd>|<[^>]*>/g, "")
  return {
    buttons: [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => textOf(button)),
    text: textOf(html),
  }
}

it("offers no button that decides nothing", () => {
  const acknowledged = [alert("1", "acknowledged"), alert("2", "acknowledged")]
  const { buttons, text } = shownFor(acknowledged, "approve")
  expect(text).toContain("None of the selected items qualify. Skipped: 2 already acknowledged.")
  expect(buttons[0]).toBe("Close")
  expect(buttons.join()).not.toMatch(/\d|Cancel/)
})

it("offers to decide the items that qualify", () => {
  const { buttons } = shownFor([alert("1", "acknowledged"), alert("2", "open")], "approve")
  expect(buttons.slice(0, 2)).toEqual(["Acknowledge 1", "Cancel"])
})

it("says that a rejection needs a reason", () => {
  const { buttons, text } = shownFor([proposal("1")], "reject")
  expect(text).toContain("A reason is required. Choose one or enter your own.")
  expect(buttons).toContain("Reject with this reason")
})
