import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendRequest } from "@/lib/cli/infra/http-client"
import { readArguments, findCommand } from "@/lib/cli/infra/command-line"
import { COMMANDS } from "@/lib/cli/main"
import { EXIT, CommandError } from "@/lib/cli/infra/exit-codes"
import { addressIn, serverOf } from "@/lib/cli/infra/server"
import { quarterdeck } from "../../support/commands/command-line"

/** The exit code, reason and message with which some work ends. */
async function endOf(work: () => unknown): Promise<{ exit: number; reason: string; message: string }> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof CommandError)
      return { exit: cause.exit, reason: cause.reason, message: cause.message }
    throw cause
  }
  return { exit: 0, reason: "", message: "" }
}

let server: HttpServer
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, , , kind = "", status = "200"] = (request.url ?? "").split("/")
    const title =
      kind === "problem"
        ? {
            title: "not-found",
            status: Number(status),
            detail: "there is no such thing",
            ...(Number(status) === 400
              ? { type: "/docs/api#unknown-member", detail: "x: unknown field, did you mean y?" }
              : {}),
          }
        : {}
    response.writeHead(Number(status), { "content-type": "application/json", location: "/elsewhere" })
    response.end(kind === "page" ? "<!doctype html>" : JSON.stringify(title))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const asked = (path: string, at = url) =>
  endOf(() => sendRequest({ url: at, token: "qd_x", from: "here", method: "GET", path }))
const formOf = (...words: string[]) =>
  endOf(() => {
    const found = findCommand(COMMANDS, words)
    if ("command" in found) readArguments(found.command, found.rest)
  })

describe("a command ends", () => {
  it.each([
    [["serach", "x"], 'unknown command "serach"'],
    [["search", "x", "--limt", "3"], "unknown option --limt"],
    [["search", "x", "--limit", "many"], '--limit has the invalid value "many"'],
    [["search", "x", "--scope"], "--scope needs a value"],
    [["read", "everywhere"], 'invalid value "everywhere"'],
    [["import"], "DIR is missing. Usage"],
    [["review"], "ID is missing"],
    [["resolve"], "ID is missing"],
    [["read"], "project, team or global is missing"],
    [["history"], "PATH or ENTRY is missing"],
    [["memory", "init"], "AGENT is missing"],
    [["hook", "remove"], "HARNESS is missing"],
    [
      ["write", "project", "ledger", "--contnt", "x"],
      "Did you mean --content? Usage: quarterdeck write (project|team|global)",
    ],
    [["push", "--check"], "Did you mean quarterdeck sync --check?"],
    [["pull", "--check"], "Did you mean quarterdeck sync --check?"],
    [["token", "sell"], 'unknown token subcommand "sell"'],
    [
      ["session", "begin", "ann"],
      'unknown session subcommand "begin". Did you mean quarterdeck session start?',
    ],
    [["hook", "instal", "cursor"], 'unknown hook "instal". Did you mean quarterdeck hook install?'],
    [["hook", "uninstall", "cursor"], 'unknown hook "uninstall". Did you mean quarterdeck hook remove?'],
  ])("with 2 for invalid arguments: %j", async (words, message) => {
    expect(await formOf(...words)).toMatchObject({
      exit: EXIT.wrongArguments,
      message: expect.stringContaining(message) as string,
    })
  })

  it.each([
    [{ QUARTERDECK_URL: "localhost" }, "QUARTERDECK_URL"],
    [{ QUARTERDECK_URL: "localhost:3000" }, "QUARTERDECK_URL"],
    [{ QUARTERDECK_URL: "ftp://localhost" }, "QUARTERDECK_URL"],
    [{ QUARTERDECK_URL: "http://localhost:99999" }, "QUARTERDECK_URL"],
    [{ QUARTERDECK_URL: "http://localhost:3000/?a=1" }, "QUARTERDECK_URL"],
    [{ PORT: "many" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
  ])("with 2 for an invalid address: %j", async (env, name) => {
    expect(await endOf(() => serverOf(env, tmpdir(), tmpdir()))).toMatchObject({
      exit: EXIT.wrongArguments,
      message: expect.stringMatching(new RegExp(`^${name} is ".*", which is not an? `)) as string,
    })
  })

  it("with 2 where the address of a login is invalid", async () => {
    expect(await endOf(() => addressIn("example.com", "URL"))).toMatchObject({ exit: EXIT.wrongArguments })
  })

  it.each([[400], [403], [404], [409], [412], [413], [415], [422]])(
    "with 1 where the server refuses with %i",
    async (status) => {
      expect(await asked(`/problem/${status}`)).toMatchObject({ exit: EXIT.refused, reason: "not-found" })
    },
  )

  it("with 1 where a server of another version does not know the operation, and says so", async () => {
    expect((await asked("/problem/400")).message).toBe(
      "x: unknown field, did you mean y? The server may be running a different version than this command",
    )
  })

  it("with 1 where the access token is invalid or missing", async () => {
    expect(await asked("/problem/401")).toMatchObject({ exit: EXIT.refused, reason: "unauthenticated" })
    expect(
      await endOf(() => serverOf({ QUARTERDECK_URL: "https://deck.example.com" }, tmpdir(), tmpdir()).key()),
    ).toMatchObject({ exit: EXIT.refused, reason: "unauthenticated" })
  })

  it.each([
    ["/problem/500"],
    ["/problem/502"],
    ["/problem/503"],
    ["/problem/504"],
    ["/problem/302"],
    ["/page/200"],
    ["/page/404"],
    ["/other/404"],
  ])("with 3 if no Quarterdeck responds as expected: %s", async (path) => {
    expect(await asked(path)).toMatchObject({ exit: EXIT.outOfReach, reason: "unavailable" })
  })

  it("with 3 where nothing listens, or no machine has the name", async () => {
    for (const at of ["http://127.0.0.1:9", "http://no-such-machine.invalid"])
      expect(await asked("/me", at)).toMatchObject({
        exit: EXIT.outOfReach,
        message: expect.stringContaining(`${at} is unreachable`) as string,
      })
  })

  it("with 2 where a person mistypes a hook command, and never where a harness may have called", async () => {
    const env = { QUARTERDECK_URL: "http://127.0.0.1:9", QUARTERDECK_TOKEN: "qd_x", XDG_STATE_HOME: tmpdir() }
    const hook = (...words: readonly string[]) => quarterdeck(["hook", ...words], { env, input: "{}" })
    const [slip, begin, foreign, wrong] = await Promise.all([
      hook("instal", "cursor"),
      hook("session-begin"),
      hook("Stop"),
      hook("session-end", "surplus"),
    ])
    expect([slip.code, begin.code, foreign.code, wrong.code]).toEqual([2, 0, 0, 1])
    expect(begin).toMatchObject({
      stdout: "",
      stderr:
        'quarterdeck: unknown event "session-begin". Did you mean session-start? Events: session-start, pre-compact, session-end\n',
    })
    expect(foreign).toMatchObject({
      stdout: "",
      stderr: 'quarterdeck: unknown event "Stop". Events: session-start, pre-compact, session-end\n',
    })
  })

  it("with the code of its process; a hook with 0, whatever its address is", async () => {
    const env = { QUARTERDECK_URL: "localhost:3000" }
    const [wrong, away, hook] = await Promise.all([
      quarterdeck(["whoami"], { env }),
      quarterdeck(["whoami"], { env: { QUARTERDECK_URL: "http://127.0.0.1:9", QUARTERDECK_TOKEN: "qd_x" } }),
      quarterdeck(["hook", "session-start"], { env: { ...env, XDG_STATE_HOME: tmpdir() }, input: "{}" }),
    ])
    expect([wrong.code, away.code, hook.code]).toEqual([2, 3, 0])
    expect(wrong.stderr).toBe(
      'quarterdeck: QUARTERDECK_URL is "localhost:3000", which is not a valid address. Use one like http://localhost:3000\n',
    )
    expect(hook.stdout).toBe("")
  })
})
