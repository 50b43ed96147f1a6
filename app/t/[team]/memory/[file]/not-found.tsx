import { FileQuestion } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

export default function MemoryFileNotFound() {
  return (
    <Empty
      as="h1"
      icon={<FileQuestion className="icon-lg" aria-hidden />}
      title="Memory file not found"
      action={<ButtonLink href="/">Go to home page</ButtonLink>}
    >
      The file or revision may not exist, or you may not have access to it. Try searching for the file
      instead.
    </Empty>
  )
}
