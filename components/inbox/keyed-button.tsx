import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"

/** A button of the verdict bar: its key is shown where there is a keyboard to press it on, and it is as high as a thumb needs elsewhere. */
export function KeyedButton({ kbd, variant = "default", className = "", children, ...rest }: ComponentProps<typeof Button> & { kbd: string }) {
  return (
    <Button variant={variant} aria-keyshortcuts={kbd} className={`max-md:h-10! ${className}`} {...rest}>
      {children}
      <span className="max-md:hidden">
        <Kbd hidden look={variant === "primary" ? "on-accent" : "plain"}>
          {kbd}
        </Kbd>
      </span>
    </Button>
  )
}
