import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function WriteBackLoading() {
  return (
    <>
      <PageTop title="Write back" />
      <div className="grid gap-3.5 p-4">
        <Loading what="the changes for this source" />
        <Skeleton className="h-17" />
        <Skeleton className="h-72" />
      </div>
    </>
  )
}
