import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function ConsolidateLoading() {
  return (
    <>
      <PageTop title="Consolidate" />
      <div className="grid gap-x-5 gap-y-3 p-4 lg:grid-cols-2">
        <Loading what="the proposals of this category" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </>
  )
}
