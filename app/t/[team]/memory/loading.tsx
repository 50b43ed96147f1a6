import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function MemoryLoading() {
  return (
    <>
      <PageTop title="Memory" />
      <div className="grid gap-2.5 p-4">
        <Loading what="the memory files" />
        <Skeleton className="h-8" />
        <SkeletonRows rows={18} />
      </div>
    </>
  )
}
