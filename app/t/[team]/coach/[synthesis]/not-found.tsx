import { Sparkles } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NoSynthesis() {
  return (
    <Empty
      as="h1"
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="There is no such brief or orientation"
      action={<ListLink to="coach">Go to the coach</ListLink>}
    >
      The link may be cut off, or it is of a team that you are not in.
    </Empty>
  )
}
