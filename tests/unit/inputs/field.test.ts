import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { Field, Input } from "@/components/ui/field"

const shown = (required = false): string =>
  renderToStaticMarkup(
    createElement(() =>
      Field({
        label: "Reason",
        required,
        children: (control) => createElement(Input, { ...control, name: "reason" }),
      }),
    ),
  )

it("marks a required field in its text and on its control", () => {
  expect(shown(true)).toContain("(required)")
  expect(shown(true)).toMatch(/<input[^>]* required=""/)
})

it("does not add the mark to the accessible name, because the control states it", () => {
  expect(shown(true)).toMatch(/<label[^>]*>Reason<\/label><span aria-hidden="true"/)
})

it("leaves other fields unmarked", () => {
  expect(shown()).not.toContain("required")
  expect(shown(false)).not.toContain("required")
})
