import { History } from "lucide-react"
import { PlaceTop } from "@/components/shell/place-top"
import { Empty } from "@/components/ui/empty"

export function NotYours({ team }: { team: string }) {
  return (
    <>
      <PlaceTop team={team} current="settings/history" manages={false} />
      <Empty icon={<History className="icon-lg" aria-hidden />} title="Leads see who wrote, and revert it">
        Ask a lead of this team for the role, or to look at what you found.
      </Empty>
    </>
  )
}
