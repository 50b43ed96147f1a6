import { registerMachineToken } from "@/lib/auth/machine-token"
import { sealLogin } from "@/lib/auth/session-cookie"
import { newSecret } from "@/lib/db/infra/secret"
import { type HttpDoor, openHttpDoor } from "../http/http-door"
import { givenPerson } from "../data/people"
import type { SentField } from "./text-fields"

export interface HostileAnswer {
  readonly status: number
  /** As it came. */
  readonly text: string
  /** The sentence of a refusal. */
  readonly detail: string
}

export interface Callers {
  readonly door: HttpDoor
  /** Every body that came back. */
  readonly answers: string[]
  ask(
    sent: SentField,
    more?: { readonly asPerson?: boolean | undefined; readonly key?: string | undefined },
  ): Promise<HostileAnswer>
  /** Sends this very text as the body, but with a GET. */
  askRaw(method: string, path: string, body: string): Promise<HostileAnswer>
}

/** The HTTP API, asked with the machine's own token or by a lead of the team. */
export async function givenCallers(team: { readonly id: string }): Promise<Callers> {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  const token = `qd_${newSecret()}`
  await registerMachineToken(token)
  const login = await sealLogin(await givenPerson({ team, role: "lead" }))
  const door = await openHttpDoor()
  const answers: string[] = []
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<HostileAnswer> => {
    const response = await fetch(`${door.url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    answers.push(text)
    const { detail } = JSON.parse(text) as { detail?: string }
    return { status: response.status, text, detail: detail ?? "" }
  }
  const asMachine = { authorization: `Bearer ${token}` }
  return {
    door,
    answers,
    ask: ({ method, path, body }, { asPerson = false, key } = {}) =>
      send(
        method,
        path,
        {
          ...(asPerson ? { cookie: `quarterdeck.login=${login}` } : asMachine),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body && JSON.stringify(body),
      ),
    askRaw: (method, path, body) => send(method, path, asMachine, method === "GET" ? undefined : body),
  }
}
