import type { ComponentProps, ReactNode } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"

/**
 * A button of the action bar with its key. On touch screens the key is hidden and the button is taller.
 * `wraps` allows more than one line.
 */
export function KeyedButton({
  kbd,
  variant = "default",
  wraps = false,
  className = "",
  children,
  ...rest
}: ComponentProps<typeof Button> & { kbd: string; wraps?: boolean }) {
  return (
    <Button
      variant={variant}
      aria-keyshortcuts={kbd}
      className={`${wraps ? "h-auto! min-h-8 py-1 text-left wrap-anywhere whitespace-normal! max-md:min-h-10" : "max-md:h-10!"} ${className}`}
      {...rest}
    >
      {children}
      <Key on={variant}>{kbd}</Key>
    </Button>
  )
}

/** A link in the style of `KeyedButton`. */
export function KeyedLink({
  kbd,
  variant = "default",
  className = "",
  children,
  ...rest
}: ComponentProps<typeof ButtonLink> & { kbd: string }) {
  return (
    <ButtonLink variant={variant} aria-keyshortcuts={kbd} className={`max-md:h-10! ${className}`} {...rest}>
      {children}
      <Key on={variant}>{kbd}</Key>
    </ButtonLink>
  )
}

function Key({ on, children }: { on: string; children: ReactNode }) {
  return (
    <span className="max-md:hidden">
      <Kbd hidden look={on === "primary" ? "on-accent" : "plain"}>
        {children}
      </Kbd>
    </span>
  )
}
