import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON. */
  json(): Record<string, unknown>
}

export interface Asked {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** What standard input has; nothing unless given. */
  readonly input?: string
  /** Standard input stays open after that. */
  readonly staysOpen?: boolean
  readonly onStart?: (child: ChildProcess) => void
}

/** Runs `quarterdeck` as a person does, in a process of its own. */
export async function quarterdeck(
  args: readonly string[],
  { env = {}, cwd, input, staysOpen = false, onStart }: Asked = {},
): Promise<Ended> {
  const {
    PORT: _,
    QUARTERDECK_URL: __,
    QUARTERDECK_TOKEN: ___,
    QUARTERDECK_HOME: ____,
    ...rest
  } = process.env
  const child = spawn(process.execPath, [join(process.cwd(), "lib/cli/bin.mjs"), ...args], {
    env: { ...rest, ...env },
    cwd,
    stdio: [input === undefined && !staysOpen ? "ignore" : "pipe", "pipe", "pipe"],
  })
  child.stdin?.on("error", () => undefined) // it ends without reading all
  if (staysOpen) child.stdin?.write(input ?? "")
  else child.stdin?.end(input)
  onStart?.(child)
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout as NodeJS.ReadableStream),
    textOf(child.stderr as NodeJS.ReadableStream),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ])
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ""
  for await (const part of stream) text += String(part)
  return text
}
