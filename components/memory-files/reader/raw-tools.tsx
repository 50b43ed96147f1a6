"use client"

import { Copy, WrapText } from "lucide-react"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"
import { showToast } from "@/components/data/show-toast"
import { Button } from "@/components/ui/button"
import { useQuery } from "@/components/data/use-query"

/** Tools above the raw text: a line wrap toggle and a button that copies the exact text. */
export function RawTools({ text, hidden }: { text: string; hidden: boolean }) {
  const [query, change] = useQuery()
  const wraps = query.get("wrap") !== "off"
  const copy = () => copyToClipboard(text, () => showToast("Text copied", { duration: 2_000 }))
  return (
    <div className="sticky left-0 flex flex-wrap items-center gap-2 px-3 pt-3 lg:px-5">
      <Button size="sm" aria-pressed={wraps} onClick={() => change({ wrap: wraps ? "off" : null })}>
        <WrapText className="icon" aria-hidden />
        Wrap long lines
      </Button>
      <Button size="sm" onClick={() => void copy()}>
        <Copy className="icon" aria-hidden />
        Copy text
      </Button>
      {hidden ? (
        <span className="text-sm text-danger">
          Hidden characters are shown in red. Copied text includes them.
        </span>
      ) : null}
    </div>
  )
}
