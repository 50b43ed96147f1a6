import type { ReactNode } from "react"
import { DocsLink } from "./docs-link"
import { FindBox } from "../data/find-box"

interface PageTopProps {
  /** The page's one h1. */
  title: ReactNode
  /** Slug of the guide that explains the page, with an anchor if needed. Shown as "?". */
  guide?: string | undefined
  /** Usually `<Tabs …>`. */
  tabs?: ReactNode
  /** Buttons of the page, left of the find box. */
  actions?: ReactNode
}

/** The bar that every page begins with: its name, its views, and the box that finds everything else. */
export function PageTop({ title, guide, tabs, actions }: PageTopProps) {
  return (
    <header className="z-20 flex min-h-top flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-ground px-4 py-1.5 md:sticky md:top-0 md:h-top md:flex-nowrap md:py-0 print:hidden">
      <h1 className="truncate">{title}</h1>
      {guide === undefined ? null : <DocsLink to={guide} />}
      {tabs ? <div className="max-w-full overflow-x-auto py-0.5">{tabs}</div> : null}
      <div className="ml-auto flex items-center gap-2 max-md:flex-wrap max-md:justify-end">
        {actions}
        <div className="hidden md:block">
          <FindBox />
        </div>
      </div>
    </header>
  )
}
