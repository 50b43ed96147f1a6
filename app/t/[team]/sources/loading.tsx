import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function SourcesLoading() {
  return (
    <>
      <PageTop title="Sources" />
      <div className="grid gap-6 p-4">
        <Loading what="the sources" />
        <div className="grid gap-3.5 lg:grid-cols-3">
          <Skeleton className="h-72 lg:col-span-2" />
          <Skeleton className="h-72 max-lg:hidden" />
        </div>
        <SkeletonRows rows={6} />
      </div>
    </>
  )
}
