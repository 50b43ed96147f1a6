import { CalendarX } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NothingToCompact() {
  return (
    <Empty as="h1" icon={<CalendarX className="icon-lg" aria-hidden />} title="There is nothing to compact here" action={<ButtonLink href="/">Go to the inbox</ButtonLink>}>
      The link may be cut off, the memory may be of a team that you are not in, or it holds nothing of that kind. What is due is listed under Memory, Compaction.
    </Empty>
  )
}
