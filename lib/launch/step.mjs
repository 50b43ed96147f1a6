import { performance } from "node:perf_hooks"

const TITLE_WIDTH = 14

/** Stream for the lines. A command whose output is read by a program uses stderr. */
export const lines = { to: process.stdout }

/**
 * Runs one step of the start and prints its line: `✓ Build          14 pages  12.3 s`. `work` gets `tell(text)` for progress,
 * which is displayed at once in a terminal and every 15 seconds in a log. The line ends with the returned text, or the last
 * progress.
 */
export async function step(title, work) {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  let told = ""
  const live = lines.to.isTTY
  const show = () =>
    lines.to.write(
      live
        ? `\r\x1b[2K${clip(`… ${title.padEnd(TITLE_WIDTH)} ${told}  ${seconds()}`)}`
        : `… ${title.padEnd(TITLE_WIDTH)} ${told}  ${seconds()}\n`,
    )
  const ticker = setInterval(show, live ? 200 : 15_000)
  try {
    const result = await work((text) => (told = text))
    clearInterval(ticker)
    const note = typeof result === "string" ? result : told
    lines.to.write(
      `${live ? "\r\x1b[2K" : ""}✓ ${title.padEnd(TITLE_WIDTH)} ${note ? `${note}  ` : ""}${seconds()}\n`,
    )
    return result
  } catch (error) {
    clearInterval(ticker)
    lines.to.write(`${live ? "\r\x1b[2K" : ""}✗ ${title.padEnd(TITLE_WIDTH)} ${seconds()}\n`)
    throw error
  }
}

function clip(line) {
  const width = (lines.to.columns || 80) - 1
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}
