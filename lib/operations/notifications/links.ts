/** Where people find what a message tells of. */
export const inboxUrl = (team: string): string => `${address()}/t/${team}/inbox`

export const itemUrl = (team: string, kind: "proposal" | "conflict" | "alert", id: string): string => `${inboxUrl(team)}?tab=${kind}s&item=${id}`

export const settingsUrl = (team: string): string => `${address()}/t/${team}/settings/notifications`

/** The start sets NEXTAUTH_URL where nobody else did. */
const address = (): string => (process.env.NEXTAUTH_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`).replace(/\/$/, "")
