import { Link } from "@/components/ui/link"
import type { ComponentProps, ReactNode } from "react"
import { type ButtonVariant, buttonLook } from "./button-look"
import { Kbd } from "./kbd"

export type { ButtonVariant }

interface Look {
  variant?: ButtonVariant
  /** `sm` stands in tables and beside text; `md` is the rule. */
  size?: "sm" | "md"
  /** The single key that does the same, as it is printed on the keyboard: "A". */
  kbd?: string
  children: ReactNode
}

/** A button says what will happen: "Approve: adds line 94 of 100", not "OK". */
export function Button({
  variant = "default",
  size = "md",
  kbd,
  className = "",
  type = "button",
  children,
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <button
      type={type}
      aria-keyshortcuts={kbd}
      className={`${buttonLook(variant, size)} ${className}`}
      {...rest}
    >
      {children}
      <Key of={kbd} variant={variant} />
    </button>
  )
}

/** A link that looks like a button, for going to another page. */
export function ButtonLink({
  variant = "default",
  size = "md",
  kbd,
  className = "",
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link aria-keyshortcuts={kbd} className={`${buttonLook(variant, size)} ${className}`} {...rest}>
      {children}
      <Key of={kbd} variant={variant} />
    </Link>
  )
}

/** Shown where there is a keyboard to press it on. */
function Key({ of, variant }: { of: string | undefined; variant: ButtonVariant }) {
  if (!of) return null
  return (
    <span className="max-md:hidden">
      <Kbd hidden look={variant === "primary" ? "on-accent" : "plain"}>
        {of}
      </Kbd>
    </span>
  )
}
