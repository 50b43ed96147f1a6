import type { Screen } from "./command"
import { clip, visible } from "./terminal-text"

export function createScreen({
  stdout,
  stderr,
}: Pick<NodeJS.Process, "stdout" | "stderr"> = process): Screen {
  let shown = false
  const clear = () => {
    if (shown) stderr.write("\r\x1b[2K")
    shown = false
  }
  return {
    progress(line) {
      if (!stderr.isTTY) return
      clear()
      if (line === null) return
      stderr.write(clip(visible(line), (stderr.columns || 80) - 1))
      shown = true
    },
    say(line) {
      clear()
      stderr.write(`${visible(line)}\n`)
    },
    width: stdout.isTTY ? stdout.columns || 80 : Infinity,
  }
}
