"use client"

import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { sayProblem } from "@/components/data/announce"

/** Takes a text along, character by character as it is given. */
export function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => sayProblem("The browser did not let us copy; select the text and copy it by hand"),
    )
  const isCopied = copied === text
  return (
    <Button size="sm" onClick={() => void copy()}>
      {isCopied ? <Check className="icon text-good" aria-hidden /> : <Copy className="icon" aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </Button>
  )
}
