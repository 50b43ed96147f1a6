import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function FleetLoading() {
  return (
    <>
      <PageTop title="Agents" />
      <div className="grid gap-3.5 p-4">
        <Loading what="agents" />
        <Skeleton className="h-17" />
        <SkeletonRows rows={14} />
      </div>
    </>
  )
}
