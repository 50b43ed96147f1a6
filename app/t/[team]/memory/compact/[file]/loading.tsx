import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function CompactLoading() {
  return (
    <div className="flex min-h-full flex-col lg:h-page">
      <PageTop title="Compact" />
      <Loading what="the compaction preview" />
      <div className="min-h-0 flex-1 bg-surface lg:flex">
        <div className="grid min-w-0 flex-1 content-start gap-3.5 px-4 py-5 md:px-7">
          <Skeleton className="h-4 w-80 max-w-full" />
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} className="h-12" />
          ))}
        </div>
        <div className="grid shrink-0 content-start gap-4 border-line px-5 py-4 max-lg:hidden lg:w-88 lg:border-l xl:w-112">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      </div>
    </div>
  )
}
