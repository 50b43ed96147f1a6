import { Compass } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export const metadata = { title: "Not here" }

export default function NotFound() {
  return (
    <main>
      <Empty
        as="h1"
        icon={<Compass className="icon-lg" aria-hidden />}
        title="There is nothing at this address"
        action={<ButtonLink href="/">Go to the inbox</ButtonLink>}
      >
        It may have been moved, or it belongs to a team that you are not in.
      </Empty>
    </main>
  )
}
