import { registerMachineToken } from "@/lib/auth/machine-token"
import { createSessionCookie } from "@/lib/auth/session-cookie"
import { newSecret } from "@/lib/db/infra/secrets"
import { type HttpDoor, openHttpDoor } from "../http/api-server"
import { givenPerson } from "../data/people"
import type { SentField } from "./text-fields"

export interface HostileAnswer {
  readonly status: number
  /** The raw response body. */
  readonly text: string
  /** `detail` of a problem response. */
  readonly detail: string
}

export interface Callers {
  readonly door: HttpDoor
  /** All response bodies so far. */
  readonly answers: string[]
  ask(
    sent: SentField,
    more?: { readonly asPerson?: boolean | undefined; readonly key?: string | undefined },
  ): Promise<HostileAnswer>
  /** Sends `body` unchanged; GET requests have none. */
  askRaw(method: string, path: string, body: string): Promise<HostileAnswer>
}

/** Clients of the HTTP API with the machine's token and with the login of a team lead. */
export async function givenCallers(team: { readonly id: string }): Promise<Callers> {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  const token = `qd_${newSecret()}`
  await registerMachineToken(token)
  const login = await createSessionCookie(await givenPerson({ team, role: "lead" }))
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
