import type { ReactNode } from "react"
import { CircleHelp } from "lucide-react"
import { Link } from "@/components/ui/link"
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

/** A "?" beside a term or heading that opens its guide. `to` is the guide's slug with an optional anchor. */
export function DocsLink({ to }: { to: string }) {
  const label = `Open the guide: ${to.split("#").at(-1)?.replaceAll("-", " ")}`
  return (
    <Link
      href={`/docs/${to}`}
      aria-label={label}
      title={label}
      className="inline-grid size-6 shrink-0 place-items-center rounded-md align-middle text-ink-3 hover:bg-raised hover:text-ink"
    >
      <CircleHelp className="size-3.5" aria-hidden />
    </Link>
  )
}

export interface Tab {
  label: string
  href: string
  count?: number
  current?: boolean
}

/** Tabs of a page. Each has a URL, so they are links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-0.5 md:flex-nowrap">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          className="rounded-md px-2.25 py-0.75 font-medium whitespace-nowrap text-ink-2 hover:text-ink current:bg-raised current:text-ink"
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="font-normal text-ink-3 tabular-nums"> {tab.count.toLocaleString("en")}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
