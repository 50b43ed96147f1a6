import { plainLine } from "./alert-messages"

export interface DigestNews {
  readonly team: string
  readonly proposals: number
  readonly conflicts: number
  readonly syntheses: number
  readonly seedPlans: number /** The number of open alerts by severity. */
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly oldest: readonly {
    readonly kind: string
    readonly words: string
    readonly at: Date
    readonly url: string
  }[]
  /** The address of the inbox. */
  readonly url: string
  /** The address for turning the digest off. */
  readonly settings: string
}

export function digestMail({
  team,
  proposals,
  conflicts,
  syntheses,
  seedPlans,
  alerts,
  oldest,
  url,
  settings,
}: DigestNews): { readonly subject: string; readonly text: string } {
  const all = alerts.error + alerts.warning + alerts.info
  const severities = [
    counted(alerts.error, "error"),
    counted(alerts.warning, "warning"),
    alerts.info === 0 ? null : counted(alerts.info, "notice"),
  ].filter((one) => one !== null)
  const parts = [
    counted(proposals, "proposal"),
    counted(conflicts, "conflict"),
    counted(syntheses, "synthesis", "syntheses"),
    counted(seedPlans, "seed plan"),
    counted(all, "alert"),
  ].filter((one) => one !== null)
  const longest = oldest.map(
    ({ kind, words, at, url: link }) =>
      `Since ${at.toISOString().slice(0, 10)} · ${kind}\n${plainLine(words)}\n${link}`,
  )
  const lines = [
    `Pending in ${plainLine(team)}:`,
    [
      ...parts.slice(0, all === 0 ? parts.length : -1),
      ...(all === 0 ? [] : [`${counted(all, "alert")}: ${severities.join(", ")}`]),
    ]
      .map((one) => `- ${one}`)
      .join("\n"),
  ]
  return {
    subject: `${plainLine(team)}: ${parts.join(", ")}`,
    text: [
      ...lines,
      ...(longest.length > 0 ? ["Oldest items:", ...longest] : []),
      `Open the inbox: ${url}`,
      `You receive this digest daily. Change notification settings: ${settings}`,
    ].join("\n\n"),
  }
}

const number = (count: number): string => count.toLocaleString("en")
const counted = (count: number, one: string, several = `${one}s`): string | null =>
  count === 0 ? null : `${number(count)} ${count === 1 ? one : several}`
