import { PageTop } from "@/components/ui/page-top"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"

export default function CompactionLoading() {
  return (
    <>
      <PageTop title="Memory" />
      <div className="grid gap-5 p-4">
        <Loading what="due compactions" />
        <SkeletonRows rows={5} />
        <SkeletonRows rows={4} />
      </div>
    </>
  )
}
