import { DocumentSkeleton } from "@/components/ui/skeleton"

export default function CompactionLoading() {
  return <DocumentSkeleton title="Compact" what="the compaction preview" />
}
