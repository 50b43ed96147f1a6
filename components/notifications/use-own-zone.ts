import { useSyncExternalStore } from "react"

const never = () => () => undefined
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of whoever reads; null until the page has come to life. */
export const useOwnZone = (): string | null => useSyncExternalStore(never, readZone, () => null)
