"use client"

import { type ReactNode, useEffect, useRef } from "react"
import { Button, type ButtonVariant } from "@/components/ui/button"

interface FileButtonProps {
  /** True to choose a folder. */
  folder?: boolean
  variant?: ButtonVariant
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** React’s types lack this attribute. */
const FOLDER = { webkitdirectory: "" }

/** A button that opens the browser's own file chooser. */
export function FileButton({ folder, variant, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = () => {
    const files = [...(input.current?.files ?? [])]
    if (input.current) input.current.value = ""
    if (files.length > 0) onFiles(files)
  }
  // Take files that were chosen before the script loaded.
  // oxlint-disable-next-line react/exhaustive-deps -- once, after the script loaded
  useEffect(take, [])
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={typeof children === "string" ? children : undefined}
        onChange={take}
        {...(folder ? FOLDER : {})}
      />
    </>
  )
}
