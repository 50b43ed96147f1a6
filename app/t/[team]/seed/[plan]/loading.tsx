import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function PlanLoading() {
  return (
    <div className="flex flex-col max-lg:min-h-full lg:h-page">
      <PageTop title="Seed" />
      <Loading what="the plan" />
      <div className="grid min-h-0 flex-1 content-start gap-4 bg-surface p-4 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, column) => (
          <div key={column} className="grid content-start gap-2">
            <Skeleton className="h-6" />
            {Array.from({ length: 5 }, (_, row) => (
              <Skeleton key={row} className="h-20" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
