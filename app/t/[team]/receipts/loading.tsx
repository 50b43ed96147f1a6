import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function ReceiptsLoading() {
  return (
    <>
      <PageTop title="Fleet" />
      <div className="grid gap-3.5 p-4">
        <Loading what="the receipts" />
        <Skeleton className="h-17" />
        <SkeletonRows rows={14} />
      </div>
    </>
  )
}
