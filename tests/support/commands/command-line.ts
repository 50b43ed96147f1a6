import { type ChildProcess, fork, spawn } from "node:child_process"
import { join } from "node:path"

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON. */
  json(): Record<string, unknown>
}

export interface CommandInput {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Standard input; empty by default. */
  readonly input?: string
  /** True to keep standard input open after `input`. */
  readonly staysOpen?: boolean
  readonly onStart?: (child: ChildProcess) => void
}

/**
 * Runs `quarterdeck` and returns its output. Hooks and commands that read standard input or receive a signal
 * run in a process of their own.
 */
export async function quarterdeck(
  args: readonly string[],
  options: CommandInput = {},
): Promise<CommandResult> {
  const { input, staysOpen, onStart, cwd } = options
  const env = environment(options.env)
  const needsProcess =
    input !== undefined ||
    staysOpen === true ||
    onStart !== undefined ||
    ["hook", "mcp"].includes(args[0] ?? "") ||
    args.includes("-")
  const { code, stdout, stderr } = needsProcess
    ? await runAlone(args, { ...options, env })
    : await runInIdleChild({ args, env, cwd })
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }
}

type Output = Pick<CommandResult, "code" | "stdout" | "stderr">

/** The environment of the tests without variables that select another server. */
function environment(more: CommandInput["env"] = {}): Record<string, string> {
  const {
    PORT: _,
    QUARTERDECK_URL: __,
    QUARTERDECK_TOKEN: ___,
    QUARTERDECK_HOME: ____,
    ...rest
  } = process.env
  const all = Object.entries({ ...rest, ...more })
  return Object.fromEntries(all.filter((one): one is [string, string] => one[1] !== undefined))
}

/** Runs a command in a new process, as a shell does. */
async function runAlone(
  args: readonly string[],
  { env, cwd, input, staysOpen = false, onStart }: CommandInput,
): Promise<Output> {
  const child = spawn(process.execPath, [join(process.cwd(), "lib/cli/bin.mjs"), ...args], {
    env: env as NodeJS.ProcessEnv,
    cwd,
    stdio: [input === undefined && !staysOpen ? "ignore" : "pipe", "pipe", "pipe"],
  })
  child.stdin?.on("error", () => undefined) // The command may exit without reading all input.
  if (staysOpen) child.stdin?.write(input ?? "")
  else child.stdin?.end(input)
  onStart?.(child)
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout as NodeJS.ReadableStream),
    textOf(child.stderr as NodeJS.ReadableStream),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ])
  return { code, stdout, stderr }
}

/** Child processes that have loaded the command and wait for arguments. They end with the test process. */
const idleChildren: ChildProcess[] = []

async function runInIdleChild(command: {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
}): Promise<Output> {
  const child = idleChildren.pop() ?? (await startChild())
  child.ref()
  child.channel?.ref()
  const answer = nextMessage(child)
  child.send(command)
  const ended = (await answer) as Output
  child.unref()
  child.channel?.unref()
  idleChildren.push(child)
  return ended
}

async function startChild(): Promise<ChildProcess> {
  const child = fork(join(process.cwd(), "tests/support/commands/command-child.mjs"), {
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await nextMessage(child)
  return child
}

/** Resolves with the next message of a child process. Rejects if it exits first. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the command ended its process with ${code}`))
    child.once("exit", onExit)
    child.once("message", (message) => {
      child.removeListener("exit", onExit)
      resolve(message)
    })
  })
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ""
  for await (const part of stream) text += String(part)
  return text
}
