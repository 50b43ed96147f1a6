import { Sprout } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NoPlan() {
  return (
    <Empty
      as="h1"
      icon={<Sprout className="icon-lg" aria-hidden />}
      title="There is no such seed plan"
      action={<ButtonLink href="/">Go to the inbox</ButtonLink>}
    >
      The link may be cut off, or it is of a team that you are not in. All that you may see are listed under
      Seed.
    </Empty>
  )
}
