import { PageTop } from "@/components/ui/page-top"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"

export default function NewSeedLoading() {
  return (
    <>
      <PageTop title="Seed" />
      <div className="grid gap-5 p-4">
        <Loading what="predecessors" />
        <SkeletonRows rows={8} />
      </div>
    </>
  )
}
