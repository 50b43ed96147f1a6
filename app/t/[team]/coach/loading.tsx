import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function CoachLoading() {
  return (
    <>
      <PageTop title="Coach" />
      <div className="grid gap-5 p-4">
        <Loading what="briefs and orientations" />
        <Skeleton className="h-8 w-96 max-w-full" />
        <SkeletonRows rows={6} />
      </div>
    </>
  )
}
