import { PageTop } from "@/components/ui/page-top"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"

export default function SettingsLoading() {
  return (
    <>
      <PageTop title="Settings" />
      <div className="grid gap-6 p-4">
        <Loading what="the settings" />
        <SkeletonRows rows={4} />
      </div>
    </>
  )
}
