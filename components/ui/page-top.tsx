import type { ReactNode } from "react"
import { DocsLink } from "./docs-link"
import { FindBox } from "./find-box"

interface PageTopProps {
  /** The h1 of the page. */
  title: ReactNode
  /** Slug of the guide for the page, with an optional anchor. Shown as "?". */
  guide?: string | undefined
  /** Tabs of the page, usually `<Tabs …>`. */
  tabs?: ReactNode
  /** Buttons to the left of the search box. */
  actions?: ReactNode
}

/** The top bar of a page: title, tabs, actions and search box. */
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
