import { PageTop } from "@/components/ui/page-top"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"

export default function SeedLoading() {
  return (
    <>
      <PageTop title="Seed" />
      <div className="grid gap-5 p-4">
        <Loading what="cold agents and plans" />
        <SkeletonRows rows={8} />
      </div>
    </>
  )
}
