import { Compass } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export const metadata = { title: "Page not found" }

export default function NotFound() {
  return (
    <main>
      <Empty
        as="h1"
        icon={<Compass className="icon-lg" aria-hidden />}
        title="Page not found"
        action={<ButtonLink href="/">Go to home page</ButtonLink>}
      >
        The page may have moved, or it may belong to a team that you are not a member of.
      </Empty>
    </main>
  )
}
