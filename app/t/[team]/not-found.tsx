import { Compass } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function NotFoundInTeam() {
  return (
    <Empty
      as="h1"
      icon={<Compass className="icon-lg" aria-hidden />}
      title="Page not found"
      action={<ButtonLink href="/">Go to home page</ButtonLink>}
    >
      The page may have been renamed, or its file may have been removed. Use search to find other pages.
    </Empty>
  )
}
