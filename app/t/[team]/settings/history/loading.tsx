import { PageTop } from "@/components/ui/page-top"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"

export default function HistoryLoading() {
  return (
    <>
      <PageTop title="Settings" />
      <div className="grid gap-3.5 p-4">
        <Loading what="the write history" />
        <SkeletonRows rows={12} />
      </div>
    </>
  )
}
