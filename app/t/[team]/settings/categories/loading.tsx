import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function TaxonomyLoading() {
  return (
    <>
      <PageTop title="Settings" />
      <div className="grid gap-4 p-4">
        <Loading what="categories" />
        <Skeleton className="h-8 w-96 max-w-full" />
        <SkeletonRows rows={10} />
      </div>
    </>
  )
}
