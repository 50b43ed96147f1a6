import { lazy } from "react"

function UncheckedText({ text }: { text: string }) {
  return (
    <>
      {text}
      <span className="text-danger"> (could not check for hidden characters)</span>
    </>
  )
}

/** Loads `MarkedText` with the first suspect text of a page. Browsers use this file, see "imports" in package.json. */
export const MarkedText = lazy(() =>
  import("./marked-text").then(
    (one) => ({ default: one.MarkedText }),
    () => ({ default: UncheckedText }),
  ),
)
