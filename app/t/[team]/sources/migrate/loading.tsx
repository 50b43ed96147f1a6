import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function MigrateLoading() {
  return (
    <>
      <PageTop title="Sources" />
      <div className="grid gap-3.5 p-4">
        <Loading what="memory layouts" />
        <Skeleton className="h-17" />
        <Skeleton className="h-72" />
      </div>
    </>
  )
}
