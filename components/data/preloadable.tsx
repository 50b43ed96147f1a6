"use client"

import { type ComponentType, type ReactNode, useEffect, useState } from "react"

/** A component whose script loads after the page. */
export interface Preloadable {
  /**
   * Loads the script once and returns the promise, which resolves even if loading fails. After a failure, the
   * next call tries again.
   */
  fetch(): Promise<unknown>
}

/**
 * A component whose script loads after the page. Unlike a lazy component it renders immediately once its
 * script has loaded, so that the next key press reaches it. Until then `instead` is rendered.
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> & Preloadable {
  let Loaded: ComponentType<Props> | null = null
  let fetched: Promise<unknown> | null = null
  const fetch = () =>
    (fetched ??= load().then(
      (component) => void (Loaded = component),
      () => void (fetched = null),
    ))
  function Part({ instead = null, ...props }: Props & { instead?: ReactNode }) {
    const [, setHere] = useState(Loaded !== null)
    // The script can load between the first render and this effect, so it always sets the state.
    useEffect(() => void fetch().then(() => setHere(true)), [])
    return Loaded === null ? instead : <Loaded {...(props as unknown as Props)} />
  }
  return Object.assign(Part, { fetch })
}

/** Starts loading the scripts of the components. */
export function preloadParts(parts: readonly Preloadable[]): void {
  for (const part of parts) void part.fetch()
}
