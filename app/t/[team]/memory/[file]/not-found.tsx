import { FileQuestion } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function MemoryFileNotFound() {
  return (
    <Empty
      as="h1"
      icon={<FileQuestion className="icon-lg" aria-hidden />}
      title="There is no such memory file"
      action={<ButtonLink href="/">Go to the inbox</ButtonLink>}
    >
      It may never have been imported, its revision may not exist, or you may not see it. Search finds what is
      there.
    </Empty>
  )
}
