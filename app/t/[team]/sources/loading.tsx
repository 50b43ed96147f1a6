import { PageSkeleton, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function SourcesLoading() {
  return (
    <PageSkeleton title="Sources" what="sources">
      <Skeleton className="h-72" />
      <SkeletonRows rows={6} />
    </PageSkeleton>
  )
}
