import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function HealthLoading() {
  return (
    <>
      <PageTop title="Health" />
      <div className="grid gap-5 p-4">
        <Loading what="health" />
        <Skeleton className="h-24" />
        <SkeletonRows rows={8} />
      </div>
    </>
  )
}
