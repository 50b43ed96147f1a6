"use client"

import type { ComponentProps } from "react"
import { useFormStatus } from "react-dom"
import { Button } from "./button"

/**
 * A submit button. While the form is pending it ignores clicks but is not disabled, so that it keeps the
 * focus.
 */
export function Submit({ children, onClick, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus()
  return (
    <Button
      type="submit"
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {children}
    </Button>
  )
}
