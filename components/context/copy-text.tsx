"use client"

import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"

/** A button that copies a text unchanged. */
export function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = () => copyToClipboard(text, () => setCopied(text))
  const isCopied = copied === text
  return (
    <Button size="sm" onClick={() => void copy()}>
      {isCopied ? <Check className="icon text-good" aria-hidden /> : <Copy className="icon" aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </Button>
  )
}
