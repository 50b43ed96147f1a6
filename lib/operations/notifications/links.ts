/** Where people find what a message tells of. */
export const inboxUrl = (team: string): string => `${address()}/t/${team}/inbox`

/** The part of the inbox in which each of them stands. */
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

/** The start sets NEXTAUTH_URL where nobody else did. */
const address = (): string =>
  (process.env.NEXTAUTH_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`).replace(/\/$/, "")
