import { TableSkeleton } from "@/components/ui/skeleton"

export default function CoachLoading() {
  return <TableSkeleton title="Coach" what="briefs and orientations" rows={6} />
}
