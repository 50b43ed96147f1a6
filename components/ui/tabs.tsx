import { Link } from "@/components/ui/link"

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
