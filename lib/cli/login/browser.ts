import { spawn } from "node:child_process"

/** Opens the page in a browser of this machine, if there is a desktop. */
export function openBrowser(address: string): void {
  const [program, ...before] = opener()
  if (program === undefined || !process.stderr.isTTY || process.env.SSH_CONNECTION) return
  const child = spawn(program, [...before, address], { stdio: "ignore", detached: true })
  child.on("error", () => {}) // no browser: the address was printed
  child.unref()
}

function opener(): readonly string[] {
  if (process.platform === "darwin") return ["open"]
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ["xdg-open"] : []
}
