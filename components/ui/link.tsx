"use client"

import NextLink from "next/link"
import { type ComponentProps, useState } from "react"

/**
 * A link that fetches its page when the pointer or the focus reaches it. The link of Next fetches every link
 * in view, which is up to thirty requests on a page of links.
 */
export function Link({ onMouseEnter, onFocus, ...props }: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isNear, setNear] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={isNear ? null : false}
      onMouseEnter={(event) => {
        setNear(true)
        onMouseEnter?.(event)
      }}
      onFocus={(event) => {
        setNear(true)
        onFocus?.(event)
      }}
    />
  )
}
