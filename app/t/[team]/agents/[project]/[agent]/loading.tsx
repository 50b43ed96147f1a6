import { PageTop } from "@/components/ui/page-top"
import { WithAside } from "@/components/ui/panel"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function AgentLoading() {
  return (
    <>
      <PageTop title="Agent" />
      <WithAside aside={<Skeleton className="h-60" />}>
        <Loading what="the agent" />
        <SkeletonRows rows={3} />
        <SkeletonRows rows={8} />
      </WithAside>
    </>
  )
}
