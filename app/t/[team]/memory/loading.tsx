import { TableSkeleton } from "@/components/ui/skeleton"

export default function MemoryLoading() {
  return <TableSkeleton title="Memory" what="memory files" rows={18} />
}
