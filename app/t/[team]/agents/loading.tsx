import { TableSkeleton } from "@/components/ui/skeleton"

export default function AgentsLoading() {
  return <TableSkeleton title="Agents" what="agents" rows={14} />
}
