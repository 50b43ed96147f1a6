import { History } from "lucide-react"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Empty } from "@/components/ui/empty"

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
