import { hostname, userInfo } from "node:os"
import type { z } from "zod"
import type { showMe } from "@/lib/operations/me"
import { type Answer, type Command, textIn } from "./command"
import { openBrowser } from "./login/browser"
import { beginDeviceLogin, waitForToken } from "./login/device"
import { findLogin, forgetLogin, keepLogin, loginsFile } from "./logins"
import { refuse, Stop } from "./refusal"
import { addressIn, isThisMachine, serverAt } from "./server"
import { visible } from "./visible"

type Me = z.output<(typeof showMe)["output"]>

const NOTES = "URL is the server's address; the one that every other command would ask unless given."

export const loginCommand: Command = {
  name: "login",
  form: "login [URL] [--token -] [--json]",
  about: "lets you in at this command line: what you run here is then done by you, with your role",
  purpose: "settings",
  words: [0, 1],
  options: {
    token: {
      value: "-",
      about: "keep an access token that is read from standard input, in place of you",
      takes: {
        values: ["-"],
        problem: (text) =>
          text === "-"
            ? null
            : "it takes - alone: the access token is read from standard input, so that no list of processes and no history keeps it",
      },
    },
  },
  notes: `${NOTES} You open the page that is printed, on any machine, compare the code and let it in. It holds for 90 days, or until you end it: with quarterdeck logout, or in Settings, Your account.\n\nWhat runs as you on this machine, agents too, can use the login. Give an agent an access token of its own in QUARTERDECK_TOKEN: that goes before the login.`,
  examples: [
    "login",
    "login https://quarterdeck.example.com",
    "login https://quarterdeck.example.com --token - < token.txt",
  ],
  async run({ words, values, server, screen }) {
    const url = words[0] === undefined ? server.url : addressIn(words[0], "URL")
    if (url.startsWith("http:") && !isThisMachine(url))
      screen.say(
        `${url} is without TLS: whoever listens on the way reads the login. Use https, where there is one.`,
      )
    if (values.token !== undefined) return keepToken(url, (await textIn("-")).trim())
    const begun = await beginDeviceLogin(url, `${userInfo().username}@${hostname()}`.slice(0, 80))
    screen.say(`Open ${begun.url}\nand let in the command line with the code ${begun.userCode}`)
    openBrowser(begun.url)
    screen.progress("Waiting for you on that page")
    const { id, token, person, expiresAt } = await waitForToken(url, begun)
    screen.progress(null)
    keepLogin(process.env, url, { token, id, name: person, expiresAt })
    return answerOf(url, { kind: "person", name: person, expiresAt })
  },
}

/** Kept only where the server takes it. */
async function keepToken(url: string, token: string): Promise<Answer> {
  if (token === "")
    throw refuse("invalid", "standard input holds no access token: quarterdeck login --token - < FILE")
  const me = await serverAt(url, () => ({ token, from: "standard input" })).get<Me>("/me")
  keepLogin(process.env, url, { token, id: null, name: me.name, expiresAt: null })
  return answerOf(url, { kind: me.kind, name: me.name, expiresAt: null })
}

function answerOf(
  server: string,
  { kind, name, expiresAt }: { kind: string; name: string; expiresAt: string | null },
): Answer {
  const file = loginsFile(process.env)
  const as = kind === "person" ? `${name}, until ${expiresAt?.slice(0, 10)}` : `the access token ${name}`
  const notice = process.env.QUARTERDECK_TOKEN ? "\nQUARTERDECK_TOKEN is set and goes before it." : ""
  return {
    json: { server, kind, name, expiresAt, file },
    text: visible(`Logged in at ${server} as ${as}. Kept in ${file}.`) + notice,
  }
}

export const logoutCommand: Command = {
  name: "logout",
  form: "logout [URL] [--here] [--json]",
  about: "ends the login of this command line at the server, and forgets it",
  purpose: "settings",
  words: [0, 1],
  options: { here: { about: "only forget it here, where the server is gone for good" } },
  notes: `${NOTES} An access token that was given with --token is forgotten here and holds on: whoever made it revokes it.`,
  examples: ["logout", "logout https://quarterdeck.example.com --here"],
  async run({ words, on, server }) {
    const url = words[0] === undefined ? server.url : addressIn(words[0], "URL")
    const login = findLogin(process.env, url)
    if (login === null) throw refuse("not-found", `you are not logged in at ${url}`)
    const ended = login.id === null || on.has("here") ? false : await end(url, login.token, login.id)
    forgetLogin(process.env, url)
    const rest = ended
      ? "The login has ended."
      : login.id === null
        ? "The access token holds on until somebody revokes it."
        : "The login holds on until it is ended in Settings, Your account."
    return { json: { server: url, name: login.name, ended }, text: `Logged out at ${visible(url)}. ${rest}` }
  },
}

/** One that has ended already is as good as ended now. */
async function end(url: string, token: string, id: string): Promise<true> {
  await serverAt(url, () => ({ token, from: "quarterdeck login" }))
    .sendOnce("DELETE", `/me/command-lines/${id}`)
    .catch((cause: unknown) => {
      if (!(cause instanceof Stop) || !["unauthenticated", "not-found"].includes(cause.reason)) throw cause
    })
  return true
}

export const whoamiCommand: Command = {
  name: "whoami",
  form: "whoami [--json]",
  about: "says as whom this command line asks, where, and what they may",
  purpose: "settings",
  words: [0, 0],
  options: {},
  examples: ["whoami"],
  async run({ server }) {
    const me = await server.get<Me>("/me")
    const { from } = server.key()
    return {
      json: { server: server.url, from, ...me },
      text: linesOf(me, server.url, from).map(visible).join("\n"),
    }
  },
}

function linesOf(me: Me, url: string, from: string): string[] {
  const who =
    me.kind === "person"
      ? `${me.name} <${me.email}>${me.commandLine === null ? "" : `, at the command line ${me.commandLine}`}`
      : `The access token ${me.name}${me.agent === null ? "" : `, which stands for ${me.agent}`}`
  const may =
    me.kind === "person"
      ? me.owner
        ? ["owns this Quarterdeck"]
        : []
      : [`may ${me.rights.join(", ")}${me.project === null ? "" : ` in the project ${me.project}`}`]
  return [
    who,
    ...may.map((line) => `  ${line}`),
    ...me.teams
      .filter((team) => !team.sample)
      .map((team) => `  ${team.name}${team.role === null ? "" : `: ${team.role}`}`),
    `  at ${url}, by ${from}`,
  ]
}
