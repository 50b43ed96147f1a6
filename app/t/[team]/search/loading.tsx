import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function SearchLoading() {
  return (
    <>
      <PageTop title="Search" />
      <div className="mx-auto grid max-w-240 gap-4 p-4">
        <Loading what="search results" />
        <Skeleton className="h-10" />
        <SkeletonRows rows={6} />
      </div>
    </>
  )
}
