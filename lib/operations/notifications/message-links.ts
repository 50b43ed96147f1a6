/** Returns the address of a team's inbox. */
export const inboxUrl = (team: string): string => `${address()}/t/${team}/inbox`

/** Tab of the inbox for each kind of item. */
const TABS = {
  proposal: "proposals",
  conflict: "conflicts",
  alert: "alerts",
  synthesis: "coach",
  "seed plan": "seed",
} as const

export const itemUrl = (team: string, kind: keyof typeof TABS, id: string): string =>
  `${inboxUrl(team)}?tab=${TABS[kind]}&item=${id}`

export const settingsUrl = (team: string): string => `${address()}/t/${team}/settings/notifications`

/**
 * Returns the public address of this deployment without a trailing slash. The server sets NEXTAUTH_URL at its
 * start if it is missing.
 */
const address = (): string =>
  (process.env.NEXTAUTH_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`).replace(/\/$/, "")
