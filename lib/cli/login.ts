import type { OutputOf } from "@/lib/http/contract"
import { hostname, userInfo } from "node:os"
import { command, textIn, type Answer, type Command } from "./infra/command"
import { findLogin, forgetLogin, keepLogin, loginsFile } from "./infra/logins"
import { refuse, CommandError } from "./infra/exit-codes"
import { addressIn, isThisMachine, serverAt } from "./infra/server"
import { visible } from "./infra/terminal"
import { spawn } from "node:child_process"
import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { isOutOfReach, outOfReach, reasonOf } from "./infra/http-client"

/** Opens the page in a browser of this machine. Does nothing without a desktop, a terminal, or over SSH. */
function openBrowser(address: string): void {
  const [program, ...before] = opener()
  if (program === undefined || !process.stderr.isTTY || process.env.SSH_CONNECTION) return
  const child = spawn(program, [...before, address], { stdio: "ignore", detached: true })
  child.on("error", () => {}) // Without a browser, the user can open the printed URL.
  child.unref()
}

function opener(): readonly string[] {
  if (process.platform === "darwin") return ["open"]
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ["xdg-open"] : []
}

type Me = OutputOf<"me.show">

const NOTES = "URL is the server's address (default: the address that other commands use)."

export const loginCommand: Command = command({
  name: "login",
  form: "login [URL] [--token -] [--json]",
  about: "sign in from the command line with your own role",
  purpose: "settings",
  words: [0, 1],
  options: {
    token: {
      value: "-",
      about: "store an access token from standard input instead",
      takes: {
        values: ["-"],
        problem: (text) =>
          text === "-"
            ? null
            : "expected -, because the access token is read only from standard input, which keeps it out of process lists and shell history",
      },
    },
  },
  notes: `${NOTES} Open the printed link on any machine, compare the codes and confirm. The login lasts 90 days, or until you end it with quarterdeck logout or in Settings > Your account.\n\nAny program that runs as you on this machine, including agents, can use the login. Give agents their own access token in QUARTERDECK_TOKEN, which takes precedence.`,
  examples: [
    "login",
    "login https://quarterdeck.example.com",
    "login https://quarterdeck.example.com --token - < token.txt",
  ],
  async run({ words, values, server, screen }) {
    const url = words[0] === undefined ? server.url : addressIn(words[0], "URL")
    if (url.startsWith("http:") && !isThisMachine(url))
      screen.say(`${url} does not use TLS: others on the network can read the login. Use https if possible.`)
    if (values.token !== undefined) return keepToken(url, (await textIn("-")).trim())
    const begun = await beginDeviceLogin(url, `${userInfo().username}@${hostname()}`.slice(0, 80))
    screen.say(`Open ${begun.url}\nand confirm the code ${begun.userCode}`)
    openBrowser(begun.url)
    screen.progress("Waiting for confirmation")
    const { id, token, person, expiresAt } = await waitForToken(url, begun)
    screen.progress(null)
    keepLogin(process.env, url, { token, id, name: person, expiresAt })
    return answerOf(url, { kind: "person", name: person, expiresAt })
  },
})

/** Stores the token. Throws if it is empty or the server rejects it. */
async function keepToken(url: string, token: string): Promise<Answer> {
  if (token === "")
    throw refuse("invalid", "no access token on standard input: run quarterdeck login --token - < FILE")
  const me = await serverAt(url, () => ({ token, from: "standard input" })).call("me.show", {})
  keepLogin(process.env, url, { token, id: null, name: me.name, expiresAt: null })
  return answerOf(url, { kind: me.kind, name: me.name, expiresAt: null })
}

function answerOf(
  server: string,
  { kind, name, expiresAt }: { kind: string; name: string; expiresAt: string | null },
): Answer {
  const file = loginsFile(process.env)
  const as = kind === "person" ? `${name}, until ${expiresAt?.slice(0, 10)}` : `access token ${name}`
  const notice = process.env.QUARTERDECK_TOKEN ? "\nQUARTERDECK_TOKEN is set and takes precedence." : ""
  return {
    json: { server, kind, name, expiresAt, file },
    text: visible(`Signed in to ${server} as ${as}. The login is stored in ${file}.`) + notice,
  }
}

export const logoutCommand: Command = command({
  name: "logout",
  form: "logout [URL] [--here] [--json]",
  about: "sign out on this machine and on the server",
  purpose: "settings",
  words: [0, 1],
  options: { here: { about: "delete only the local login, for a server that no longer exists" } },
  notes: `${NOTES} An access token stored with --token is deleted here but stays valid until it is revoked.`,
  examples: ["logout", "logout https://quarterdeck.example.com --here"],
  async run({ words, on, server }) {
    const url = words[0] === undefined ? server.url : addressIn(words[0], "URL")
    const login = findLogin(process.env, url)
    if (login === null) throw refuse("not-found", `not signed in to ${url}`)
    const ended = login.id === null || on.has("here") ? false : await end(url, login.token, login.id)
    forgetLogin(process.env, url)
    const stillValid =
      login.id === null
        ? "The access token stays valid until it is revoked."
        : "The login stays valid until you end it in Settings > Your account."
    return {
      json: { server: url, name: login.name, ended },
      text: `Signed out of ${visible(url)}. ${ended ? "The session has ended." : stillValid}`,
    }
  },
})

/** Ends the login on the server. Returns true also if the login had already ended. */
async function end(url: string, token: string, id: string): Promise<true> {
  await serverAt(url, () => ({ token, from: "quarterdeck login" }))
    .callOnce("command-line.end", { commandLine: id })
    .catch((cause: unknown) => {
      if (!(cause instanceof CommandError) || !["unauthenticated", "not-found"].includes(cause.reason))
        throw cause
    })
  return true
}

export const whoamiCommand: Command = command({
  name: "whoami",
  form: "whoami [--json]",
  about: "show who you are signed in as, where, and with which permissions",
  purpose: "settings",
  words: [0, 0],
  options: {},
  examples: ["whoami"],
  async run({ server }) {
    const me = await server.call("me.show", {})
    const { from } = server.key()
    return {
      json: { server: server.url, from, ...me },
      text: linesOf(me, server.url, from).map(visible).join("\n"),
    }
  },
})

function rightsOf(me: Me): string[] {
  if (me.kind === "person") return me.owner ? ["owner"] : []
  return [
    `permissions: ${me.rights.join(", ")}${me.project === null ? "" : ` (in the project ${me.project})`}`,
  ]
}

function linesOf(me: Me, url: string, from: string): string[] {
  const who =
    me.kind === "person"
      ? `${me.name} <${me.email}>${me.commandLine === null ? "" : `, signed in from ${me.commandLine}`}`
      : `Access token ${me.name}${me.agent === null ? "" : ` for agent ${me.agent}`}`
  return [
    who,
    ...rightsOf(me).map((line) => `  ${line}`),
    ...me.teams
      .filter((team) => !team.sample)
      .map((team) => `  ${team.name}${team.role === null ? "" : `: ${team.role}`}`),
    `  on ${url}, with credentials from ${from}`,
  ]
}

/** A started device login (RFC 8628). */
const DeviceLogin = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  expiresIn: z.number(),
  interval: z.number(),
})
export type BegunLogin = z.output<typeof DeviceLogin>

const TokenState = z.object({ id: z.string(), token: z.string(), person: z.string(), expiresAt: z.string() })
export type TokenResult = z.output<typeof TokenState>

/** Seconds added to the interval each time the server responds slow_down (RFC 8628, 3.5). */
const SLOWER_SECONDS = 5

async function beginDeviceLogin(url: string, machine: string): Promise<BegunLogin> {
  const { status, body } = await post(url, "/api/device", { machine })
  const begun = DeviceLogin.safeParse(body)
  if (status === 200 && begun.success) return begun.data
  throw refused(url, status, body)
}

/** Polls until the login is approved, and returns its token. Throws if the login is rejected or expires. */
async function waitForToken(
  url: string,
  { deviceCode, expiresIn, interval }: BegunLogin,
): Promise<TokenResult> {
  const end = Date.now() + expiresIn * 1_000
  for (let seconds = interval; Date.now() < end;) {
    await pause(seconds * 1_000)
    const answer = await post(url, "/api/device/token", { deviceCode }).catch((cause: unknown) => {
      if (isOutOfReach(cause)) return null // The server may be available again before the login expires.
      throw cause
    })
    if (answer === null || answer.status >= 500) continue
    const taken = TokenState.safeParse(answer.body)
    if (answer.status === 200 && taken.success) return taken.data
    const { error } = (answer.body ?? {}) as { error?: string }
    if (error === "slow_down") seconds += SLOWER_SECONDS
    else if (error === "access_denied")
      throw refuse("forbidden", "the sign-in was rejected in the browser, so nothing was stored")
    else if (error === "expired_token") break
    else if (error !== "authorization_pending") throw refused(url, answer.status, answer.body)
  }
  throw refuse("expired", "the code expired before it was confirmed: run quarterdeck login again")
}

async function post(url: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json().catch(() => null) } // The caller reports responses that are not JSON.
  } catch (cause) {
    throw outOfReach(url, reasonOf(cause), cause)
  }
}

function refused(url: string, status: number, body: unknown) {
  const { title, detail } = (body ?? {}) as { title?: string; detail?: string }
  if (title === undefined || status >= 500)
    return outOfReach(url, detail ?? `status ${status}, and the response is not from Quarterdeck`)
  return refuse(title, detail ?? `the server returned status ${status}`)
}
