import { PageSkeleton, Skeleton } from "@/components/ui/skeleton"

export default function ConsolidateLoading() {
  return (
    <PageSkeleton title="Consolidate" what="this category’s proposals">
      <div className="grid gap-x-5 gap-y-3 lg:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </PageSkeleton>
  )
}
