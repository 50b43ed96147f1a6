import { Compass } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NotFoundInTeam() {
  return (
    <Empty
      as="h1"
      icon={<Compass className="icon-lg" aria-hidden />}
      title="There is nothing at this address"
      action={<ButtonLink href="/">Go to the inbox</ButtonLink>}
    >
      It may have been renamed, or it went with its file. The palette finds what is there.
    </Empty>
  )
}
