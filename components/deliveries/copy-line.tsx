"use client"

import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"

/** A command with a copy button. */
export function CopyLine({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => copyToClipboard(text, () => setCopied(true))
  return (
    <span className="flex items-center gap-1 rounded-md border border-line bg-raised py-0.5 pr-0.5 pl-2 text-left">
      <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere text-ink">{text}</code>
      <Button size="sm" variant="quiet" aria-label={`Copy: ${text}`} onClick={() => void copy()}>
        {isCopied ? <Check className="icon text-good" aria-hidden /> : <Copy className="icon" aria-hidden />}
        <span aria-live="polite" className="sr-only">
          {isCopied ? "Copied" : ""}
        </span>
      </Button>
    </span>
  )
}
