import type { AlertSummary, AlertWithExcerpt } from "@/components/alerts/alert"
import { hasExcerpt } from "@/components/alerts/alert-excerpt"
import { callOperation } from "@/components/data/http-client"

/** Reads an alert with the lines of its file. */
export async function readAlert(alert: AlertSummary, team: string): Promise<AlertWithExcerpt> {
  const [shown, excerpt] = await Promise.all([
    callOperation("alert.show", { alert: alert.id }),
    readExcerpt(team, alert),
  ])
  return { ...shown, ...excerpt, id: alert.id }
}

/**
 * Reads the lines of the file that the alert is about, if it is about lines. If the read fails,
 * `excerptProblem` is the error message.
 */
async function readExcerpt(
  team: string,
  alert: AlertSummary,
): Promise<Pick<AlertWithExcerpt, "excerpt" | "excerptProblem">> {
  const { file, line } = alert
  if (file === null || !hasExcerpt(alert)) return { excerpt: null }
  try {
    const input = { file, team, ...(line === null ? {} : { line: String(line) }) }
    return { excerpt: await callOperation("file.excerpt", input) }
  } catch (cause) {
    return { excerpt: null, excerptProblem: (cause as Error).message }
  }
}
