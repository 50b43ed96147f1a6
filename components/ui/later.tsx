"use client"

import { type ComponentType, useEffect, useState } from "react"

/** A part whose script comes after the page's. */
export interface Later {
  /** Begins to fetch it; the same promise each time. */
  fetch(): Promise<unknown>
}

/**
 * A component that is not on a page when it opens. Unlike a lazy one it is there in the very frame in which it is wanted, once its
 * script has come: the key after the one that opened it finds it. Until then it draws nothing.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & Later {
  let Loaded: ComponentType<Props> | null = null
  let fetched: Promise<unknown> | null = null
  const fetch = () => (fetched ??= load().then((component) => void (Loaded = component), () => void (fetched = null)))
  function Part(props: Props) {
    const [, setHere] = useState(Loaded !== null)
    useEffect(() => {
      if (Loaded === null) void fetch().then(() => setHere(true))
    }, [])
    return Loaded === null ? null : <Loaded {...props} />
  }
  return Object.assign(Part, { fetch })
}

/** Fetches them as soon as the page has what it needs to be used. */
export function fetchLater(parts: readonly Later[]): void {
  for (const part of parts) void part.fetch()
}
