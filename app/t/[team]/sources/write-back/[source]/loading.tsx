import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function WriteBackLoading() {
  return (
    <>
      <PageTop title="Write back" />
      <div className="grid gap-3.5 p-4">
        <Loading what="what waits for the source" />
        <Skeleton className="h-17" />
        <Skeleton className="h-72" />
      </div>
    </>
  )
}
