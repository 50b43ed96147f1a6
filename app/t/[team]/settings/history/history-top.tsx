import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { History } from "lucide-react"
import { historyPath } from "@/components/memory-files/revert/reverts"
import { PageTop } from "@/components/ui/page-top"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Empty } from "@/components/ui/empty"

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

export function NotPermitted({ team }: { team: string }) {
  return (
    <>
      <PlaceTop team={team} current="settings/history" manages={false} />
      <Empty icon={<History className="icon-lg" aria-hidden />} title="Only leads can view and revert writes">
        Ask a team lead for access or help.
      </Empty>
    </>
  )
}
