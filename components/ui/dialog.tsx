"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import { type ReactNode, useRef } from "react"

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, with the main action last. */
  footer?: ReactNode
  size?: "md" | "lg"
  /** Initial focus: the first field, or the dialog itself if it is only read. */
  focus?: "first" | "itself"
}

const WIDTH = { md: "max-w-110", lg: "max-w-160" }

/** A modal dialog. Load it with `preloadable` if it rarely opens. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = "md",
  focus = "first",
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Viewport className="fixed inset-0 z-50 grid justify-items-center overflow-y-auto px-3 pt-20 pb-6">
          <Base.Popup
            ref={popup}
            initialFocus={focus === "itself" ? popup : undefined}
            className={`relative h-fit w-full animate-rise rounded-lg border border-line bg-surface shadow-float outline-none ${WIDTH[size]}`}
          >
            <header className="border-b border-line py-3 pr-12 pl-4">
              <Base.Title className="text-md">{title}</Base.Title>
            </header>
            <div className="grid gap-3 px-4 py-3">
              {description ? <Base.Description className="text-ink-2">{description}</Base.Description> : null}
              {children}
            </div>
            {footer ? (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2.5">
                {footer}
              </footer>
            ) : null}
            {/* Last, so that the first field takes the focus. */}
            <Base.Close
              aria-label="Close"
              className="absolute top-2 right-2 grid size-7 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
            >
              <X className="icon" aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
