"use client"

import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"
import { Button } from "./button"
import { Input } from "./field"

/** Text to copy: selected on focus, with a copy button. Works by manual copying without script. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => copyToClipboard(text, () => setCopied(true))
  return (
    <div className="flex gap-2">
      <Input
        aria-label={label}
        readOnly
        value={text}
        className="font-mono"
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>
        {copied ? <Check className="icon text-good" aria-hidden /> : <Copy className="icon" aria-hidden />}
        <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      </Button>
    </div>
  )
}
