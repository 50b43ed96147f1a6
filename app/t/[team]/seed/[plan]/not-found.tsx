import { Sprout } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NoPlan() {
  return (
    <Empty
      as="h1"
      icon={<Sprout className="icon-lg" aria-hidden />}
      title="Seed plan not found"
      action={<ButtonLink href="/">Go to home page</ButtonLink>}
    >
      The link may be incomplete, or you may not be a member of this team.
    </Empty>
  )
}
