import { History } from "lucide-react"
import { SettingsTabs } from "@/components/settings/settings-tabs"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"

export function NotYours({ team }: { team: string }) {
  return (
    <>
      <PageTop
        title="Settings"
        tabs={<SettingsTabs team={team} current="History of writes" manages={false} />}
      />
      <Empty icon={<History className="icon-lg" aria-hidden />} title="Leads see who wrote, and revert it">
        Ask a lead of this team for the role, or to look at what you found.
      </Empty>
    </>
  )
}
