import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function CategoryLoading() {
  return (
    <>
      <PageTop title="Category" />
      <div className="grid gap-5 p-4">
        <Loading what="the category" />
        <Skeleton className="h-17" />
        <SkeletonRows rows={5} />
        <SkeletonRows rows={6} />
      </div>
    </>
  )
}
