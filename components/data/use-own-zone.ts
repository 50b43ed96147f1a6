import { useSyncExternalStore } from "react"

const never = () => () => undefined
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the browser’s time zone; null until hydration. */
export const useOwnZone = (): string | null => useSyncExternalStore(never, readZone, () => null)
