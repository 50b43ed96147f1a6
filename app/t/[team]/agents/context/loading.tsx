import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function ContextLoading() {
  return (
    <>
      <PageTop title="Context preview" />
      <div className="grid gap-4 p-4">
        <Loading what="the context" />
        <Skeleton className="h-31" />
        <div className="grid gap-4 xl:grid-cols-5">
          <div className="xl:col-span-3">
            <SkeletonRows rows={10} />
          </div>
          <Skeleton className="h-80 xl:col-span-2" />
        </div>
      </div>
    </>
  )
}
