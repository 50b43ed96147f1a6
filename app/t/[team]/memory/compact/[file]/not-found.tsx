import { CalendarX } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NothingToCompact() {
  return (
    <Empty
      as="h1"
      icon={<CalendarX className="icon-lg" aria-hidden />}
      title="There is nothing to compact here"
      action={<ListLink to="memory/compact">See what is due</ListLink>}
    >
      The link may be cut off, the memory may be of a team that you are not in, or it holds nothing of that
      kind.
    </Empty>
  )
}
