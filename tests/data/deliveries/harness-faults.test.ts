import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type CommandInput, quarterdeck } from "../../support/commands/command-line"
import { givenFolder } from "../../support/imports/memory-folder"

/**
 * Every hook of a harness on another machine, which only has its folders, the server's address and an access
 * token.
 */
const EVENTS = {
  SessionStart: { source: "startup" },
  PreCompact: { trigger: "auto", content: "Half way through the retries" },
  SessionEnd: {
    reason: "clear",
    summary: "Made webhooks retry",
    learnings: ["Retries need the signature header"],
  },
}
type Event = keyof typeof EVENTS
const ALL = Object.keys(EVENTS) as Event[]
const WRITING: readonly Event[] = ["PreCompact", "SessionEnd"]

// Hooks do not wait for a build of the current sources.
beforeAll(async () => void (await quarterdeck(["--version"])))

let home: string
beforeEach(() => {
  home = givenFolder()
})

interface Run extends CommandInput {
  /** Maximum seconds. The default allows for a busy machine. */
  readonly within?: number
}

/** Runs one hook. Whatever fails, it exits with 0 and prints nothing or valid output for its harness. */
async function hook(event: Event, url: string, { env = {}, within = 60, ...asked }: Run = {}) {
  const own = {
    HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    TMPDIR: tmp(),
    QUARTERDECK_URL: url,
    QUARTERDECK_TOKEN: "qd_any",
    QUARTERDECK_PROJECT: "ledger",
    QUARTERDECK_AGENT: "ann",
  }
  const input = "input" in asked || asked.staysOpen ? asked.input : payload(event)
  const ended = await quarterdeck(["hook", event, "--within", String(within)], {
    cwd: home,
    ...asked,
    env: { ...own, ...env },
    ...(input === undefined ? {} : { input }),
  })
  expect({ event, code: ended.code }).toEqual({ event, code: 0 })
  if (ended.stdout !== "")
    expect(JSON.parse(ended.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: expect.any(String) as string },
    })
  return ended
}

const payload = (event: Event): string =>
  JSON.stringify({ session_id: "s-1", hook_event_name: event, ...EVENTS[event] })

function tmp(): string {
  mkdirSync(join(home, "tmp"), { recursive: true })
  return join(home, "tmp")
}

/** Texts in the queues. */
function queued(...folders: readonly string[]): string[] {
  const places =
    folders.length > 0
      ? folders
      : [join(home, "state/quarterdeck/queue"), join(home, `tmp/quarterdeck-${process.getuid?.()}/queue`)]
  const names = (folder: string) => {
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(folder, name))
    } catch {
      return []
    }
  }
  return places
    .flatMap(names)
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as { body: { content?: string; summary?: string } })
    .map(({ body }) => body.content ?? body.summary ?? "")
    .toSorted()
}

const BOTH = ["Half way through the retries", "Made webhooks retry"]

async function listen(server: Server): Promise<string> {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => open.add(socket.on("error", () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const http = (answer: (response: ServerResponse, request: IncomingMessage) => unknown) =>
  listen(createServer((request, response) => void answer(response, request)))
const says = (status: number, body: string, headers: Record<string, string> = {}) =>
  http((response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(body))
const problem = (status: number, title: string, headers?: Record<string, string>) =>
  says(status, JSON.stringify({ title, status, detail: `${title} it is` }), {
    "content-type": "application/problem+json",
    ...headers,
  })

/** A server that accepts everything and records the requests. */
async function goodServer(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const url = await http(async (response, request) => {
    const { content, summary } = (await json(request)) as { content?: string; summary?: string }
    asked.push(`${request.url?.replace("/api/v1", "")} ${content ?? summary ?? ""}`.trim())
    response.end(
      JSON.stringify({ text: "Invoices are rounded to cents", path: "a.md", line: 1, message: null }),
    )
  })
  return { url, asked }
}

/** Broken servers, by their behaviour. */
const BROKEN: Readonly<Record<string, () => Promise<string> | string>> = {
  "is not there": () => "http://127.0.0.1:9",
  "has no such name": () => "http://quarterdeck.invalid:3000",
  "has an address that is none": () => "not an address",
  "has half an address": () => "http://",
  "lacks its scheme": () => "localhost:3000",
  fails: () => problem(500, "unavailable"),
  "fails with a page": () => says(500, "<h1>Oops</h1>", { "content-type": "text/html" }),
  "is being started": () => problem(503, "unavailable", { "retry-after": "5" }),
  "does not know the access token": () => problem(401, "unauthenticated"),
  "knows no such project": () => problem(404, "not-found"),
  "is asked too often": () => problem(429, "too-many", { "retry-after": "3600" }),
  "is a page": () => says(200, "<h1>Welcome</h1>", { "content-type": "text/html" }),
  "is something else that says yes": () =>
    says(200, `{"welcome": "Sign in to our network"}`, { "content-type": "text/plain" }),
  "says nothing at all": () => says(200, ""),
  "says something that is no object": () => says(200, "null"),
  "stops in the middle of a word": () => says(200, `{"text": "Invoices are`),
  "is cut in the middle of its answer": () =>
    http((response) =>
      response.writeHead(200, { "content-length": "1000" }).write(`{"text": "Invo`, () => response.destroy()),
    ),
  "never stops talking": () =>
    http((response) => {
      const part = Buffer.alloc(1024 * 1024, "a")
      const more = () => {
        while (!response.destroyed && response.write(part));
        response.once("drain", more)
      }
      response.write(`{"text": "`)
      more()
    }),
  "speaks another protocol": () =>
    listen(
      createPlainServer((socket) => void socket.end(Buffer.from([0x16, 0x03, 0x01, 0, 5, 1, 2, 3, 4, 5]))),
    ),
  "speaks no TLS": async () => (await says(200, "{}")).replace("http:", "https:"),
}

describe("a hook exits cleanly and queues its writes if the server", () => {
  for (const [what, broken] of Object.entries(BROKEN)) {
    it(what, async () => {
      const url = await broken()
      const ended = await Promise.all(ALL.map((event) => hook(event, url)))
      expect(ended.map((one) => one.stdout)).toEqual(["", "", ""])
      expect(queued()).toEqual(BOTH)
    })
  }

  it("redirects to another host, which receives no access token", async () => {
    const elsewhere = await goodServer()
    const url = await http((response) =>
      response.writeHead(307, { location: `${elsewhere.url}/api/v1/flush` }).end(),
    )
    await Promise.all(ALL.map((event) => hook(event, url)))
    expect([elsewhere.asked, queued()]).toEqual([[], BOTH])
  })

  it("accepts connections and never answers, or answers byte by byte", async () => {
    const silent = await listen(createPlainServer(() => undefined))
    const slow = await http((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(" "), 20)
      response.once("close", () => clearInterval(timer))
    })
    const urls = [silent, slow, "http://192.0.2.1:3000"] // the last one's packets are lost on the way
    await Promise.all(urls.flatMap((url) => ALL.map((event) => hook(event, url, { within: 4 }))))
    expect(queued()).toEqual(BOTH.flatMap((one) => urls.map(() => one)))
  })
})

describe("a hook keeps and reports as much as possible if", () => {
  it("its queue is not writable: it uses another folder, and the next hook delivers the writes", async () => {
    writeFileSync(join(home, "state"), "a file in its place")
    await Promise.all(WRITING.map((event) => hook(event, "http://127.0.0.1:9")))
    expect(queued()).toEqual(BOTH)
    expect(queued(join(home, `tmp/quarterdeck-${process.getuid?.()}/queue`))).toEqual(BOTH)
  })

  it("no folder is writable: it sends the writes at once", async () => {
    const { url, asked } = await goodServer()
    writeFileSync(join(home, "state"), "a file in its place")
    const ended = await Promise.all(
      WRITING.map((event) => hook(event, url, { env: { TMPDIR: join(home, "state") } })),
    )
    expect(asked.toSorted()).toEqual([
      "/flush Half way through the retries",
      "/sessions/s-1/close Made webhooks retry",
    ])
    for (const { stderr } of ended) expect(stderr).toContain("Set XDG_STATE_HOME to a writable folder")
    const away = await hook("PreCompact", "http://127.0.0.1:9", { env: { TMPDIR: join(home, "state") } })
    expect(away.stderr).toContain("not written: the server is unreachable or busy")
  })

  it("its queue holds malformed writes and writes that no server accepts", async () => {
    const folder = join(home, "state/quarterdeck/queue")
    mkdirSync(join(folder, "1.json"), { recursive: true })
    for (const [name, text] of [
      ["0.json", ""],
      ["2.json", `{"id": 5`],
      ["3.json", "\0\0\0"],
      ["4.json", "[]"],
    ] as const)
      writeFileSync(join(folder, name), text)
    const { url, asked } = await goodServer()
    expect((await hook("PreCompact", url)).stdout).toBe("")
    expect((await hook("SessionStart", url)).stdout).toContain("Invoices are rounded")
    expect(asked).toEqual(["/flush Half way through the retries", "/sessions"])
    expect(readdirSync(folder).toSorted()).toEqual([
      "0.json.unreadable",
      "1.json",
      "2.json.unreadable",
      "3.json.unreadable",
      "4.json.unreadable",
    ])
  })

  it("its address was mistyped: the agent's next hook with a correct address delivers the writes", async () => {
    await Promise.all(WRITING.map((event) => hook(event, "locahost:3000")))
    const { url, asked } = await goodServer()
    await hook("SessionStart", url, { env: { QUARTERDECK_AGENT: "bob" } })
    expect(asked).toEqual(["/sessions"])
    await hook("SessionStart", url)
    expect([asked.length, queued()]).toEqual([4, []])
  })

  it("its harness leaves standard input open, sends nothing, or sends too much", async () => {
    const { url, asked } = await goodServer()
    const silent = { input: undefined }
    await hook("PreCompact", url, { staysOpen: true, input: payload("PreCompact") })
    expect((await hook("SessionStart", url, { staysOpen: true, within: 4 })).stdout).toContain(
      "Invoices are rounded",
    )
    expect((await hook("SessionStart", url, silent)).stdout).toContain("Invoices are rounded")
    await hook("PreCompact", url, silent)
    await hook("PreCompact", url, {
      input: JSON.stringify({ ...EVENTS.PreCompact, transcript: "x".repeat(5_000_000) }),
    })
    const garbage = await hook("PreCompact", url, { input: "{".repeat(70_000_000) })
    expect(garbage.stderr).toContain("standard input cannot be read (it exceeds 64 MB)")
    expect(asked).toEqual([
      "/flush Half way through the retries",
      "/sessions",
      "/sessions",
      "/flush Half way through the retries",
    ])
  })

  it("the home directory is unknown", async () => {
    const { url, asked } = await goodServer()
    const nowhere = { HOME: "", XDG_STATE_HOME: "" }
    await Promise.all(WRITING.map((event) => hook(event, "http://127.0.0.1:9", { env: nowhere })))
    expect([queued(), readdirSync(home)]).toEqual([BOTH, ["tmp"]])
    expect((await hook("SessionStart", url, { env: nowhere })).stdout).toContain("Invoices are rounded")
    expect(asked).toEqual(["/sessions"])
  })
})
