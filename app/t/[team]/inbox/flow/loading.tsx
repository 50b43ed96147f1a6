import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function FlowLoading() {
  return (
    <>
      <PageTop title="Proposals in and out" />
      <div className="grid grid-cols-1 gap-5 p-4">
        <Loading what="what came in and went out" />
        <Skeleton className="h-18" />
        <Skeleton className="h-64" />
        <Skeleton className="h-44 max-w-160" />
      </div>
    </>
  )
}
