import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { historyPath } from "@/components/memory-files/revert/revert-types"
import { PageTop } from "@/components/ui/page-top"

export function HistoryTop({ team, children }: { team: string; children: ReactNode }) {
  return (
    <PageTop
      title={
        <span className="wrap-anywhere max-md:whitespace-normal">
          <Link href={historyPath(team)} className="font-medium text-ink-2 hover:text-ink">
            Write history
          </Link>
          <span className="text-ink-3"> / </span>
          {children}
        </span>
      }
    />
  )
}
