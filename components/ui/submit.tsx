"use client"

import type { ComponentProps } from "react"
import { useFormStatus } from "react-dom"
import { Button } from "./button"

/** A form's button: while the form is on its way it says so and takes no second click. Not disabled, so that focus stays. */
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
