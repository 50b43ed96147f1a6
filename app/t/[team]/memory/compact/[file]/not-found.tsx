import { CalendarX } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NothingToCompact() {
  return (
    <Empty
      as="h1"
      icon={<CalendarX className="icon-lg" aria-hidden />}
      title="Nothing to compact here"
      action={<ListLink to="memory/compact">View due compactions</ListLink>}
    >
      The link may be incomplete, you may not be a member of the file’s team, or the file may have nothing to
      compact.
    </Empty>
  )
}
