"use client"

import { type ComponentType, type ReactNode, useEffect, useState } from "react"

/** A part whose script comes after the page's. */
export interface Later {
  /** Begins to fetch it; the same promise each time. */
  fetch(): Promise<unknown>
}

/**
 * A component whose script comes after the page's. Unlike a lazy one it is there in the very frame in which it is wanted, once its
 * script has come: the key after the one that opened it finds it. Until then `instead` stands in its place.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> & Later {
  let Loaded: ComponentType<Props> | null = null
  let fetched: Promise<unknown> | null = null
  const fetch = () =>
    (fetched ??= load().then(
      (component) => void (Loaded = component),
      () => void (fetched = null),
    ))
  function Part({ instead = null, ...props }: Props & { instead?: ReactNode }) {
    const [, setHere] = useState(Loaded !== null)
    useEffect(() => {
      if (Loaded === null) void fetch().then(() => setHere(true))
    }, [])
    return Loaded === null ? instead : <Loaded {...(props as unknown as Props)} />
  }
  return Object.assign(Part, { fetch })
}

/** Fetches them as soon as the page has what it needs to be used. */
export function fetchLater(parts: readonly Later[]): void {
  for (const part of parts) void part.fetch()
}
