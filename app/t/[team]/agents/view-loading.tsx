import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export function FleetViewLoading() {
  return (
    <>
      <PageTop title="Agents" />
      <div className="grid gap-3 p-4">
        <Loading what="the view" />
        <Skeleton className="h-8 w-80" />
        <SkeletonRows rows={14} />
      </div>
    </>
  )
}
