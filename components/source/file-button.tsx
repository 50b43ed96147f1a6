"use client"

import { type ReactNode, useRef } from "react"
import { Button, type ButtonVariant } from "@/components/ui/button"

interface FileButtonProps {
  /** Choose a whole folder rather than files. */
  folder?: boolean
  variant?: ButtonVariant
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** A button that opens the browser's own file chooser. */
export function FileButton({ folder, variant, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          element?.toggleAttribute("webkitdirectory", folder === true)
        }}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={typeof children === "string" ? children : undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ""
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
