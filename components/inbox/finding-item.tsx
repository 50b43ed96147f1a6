import Link from "next/link"
import { describeMoment } from "@/components/ui/moment"
import type { Finding } from "./finding"
import { KindTag, LOOK } from "./kind-look"

interface FindingItemProps {
  finding: Finding
  href: string
  current: boolean
  /** Whether one chose it: else it only stands first, which a narrow screen does not show. */
  asked: boolean
  onSelect: () => void
  /** ISO instant, from the server, so that ages are the same on both sides. */
  now: string
  showProject: boolean
}

/** One finding in the list. Choosing it does not ask the server for the page again. */
export function FindingItem({ finding, href, current, asked, onSelect, now, showProject }: FindingItemProps) {
  const { Icon } = LOOK[finding.kind]
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        data-finding={finding.id}
        aria-current={current ? "true" : undefined}
        className={`flex gap-2.25 border-l-2 border-transparent py-2 pr-3.5 pl-3.5 -outline-offset-2 hover:bg-raised ${asked ? "current:border-accent current:bg-accent-wash" : "md:current:border-accent md:current:bg-accent-wash"}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onSelect()
        }}
      >
        <Icon className={`icon mt-0.5 ${current ? "text-ink-2" : "text-ink-3"}`} aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2">{finding.message}</span>
          <span className="mt-0.5 flex items-center gap-1.5 overflow-hidden text-sm whitespace-nowrap text-ink-2">
            <KindTag kind={finding.kind} />
            {finding.agent ? <span className="max-w-44 shrink-0 truncate">{finding.agent}</span> : null}
            {showProject && finding.projectName ? <span className="truncate text-ink-3">{finding.projectName}</span> : null}
          </span>
        </span>
        <time dateTime={finding.at} className={`text-sm whitespace-nowrap ${current ? "text-ink-2" : "text-ink-3"}`}>
          {describeMoment(finding.at, now).replace(/ ago$/, "")}
        </time>
      </Link>
    </li>
  )
}
