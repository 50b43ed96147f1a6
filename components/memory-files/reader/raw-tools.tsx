"use client"

import { Copy, WrapText } from "lucide-react"
import { toast } from "sonner"
import { Button } from "@/components/ui/button"
import { useQuery } from "@/components/data/use-query"

/** Above the raw text: whether long lines wrap, and all of it for the clipboard, byte for byte. */
export function RawTools({ text, hidden }: { text: string; hidden: boolean }) {
  const [query, change] = useQuery()
  const wraps = query.get("wrap") !== "off"
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast("Copied the text", { duration: 2_000 }),
      () => toast.error("The browser did not let us copy; select the text and copy it by hand"),
    )
  return (
    <div className="sticky left-0 flex flex-wrap items-center gap-2 px-3 pt-3 lg:px-5">
      <Button size="sm" aria-pressed={wraps} onClick={() => change({ wrap: wraps ? "off" : null })}>
        <WrapText className="icon" aria-hidden />
        {wraps ? "Long lines wrap" : "Long lines run on"}
      </Button>
      <Button size="sm" onClick={() => void copy()}>
        <Copy className="icon" aria-hidden />
        Copy the text
      </Button>
      {hidden ? (
        <span className="text-sm text-danger">
          Characters that nobody would see are drawn in red. Copying takes them along.
        </span>
      ) : null}
    </div>
  )
}
