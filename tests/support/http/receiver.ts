import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net"

/** A request received by the webhook receiver. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (response: ServerResponse, received: ReceivedRequest, request: IncomingMessage) => void

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end()

/** A local webhook receiver that records requests and responds with `answer`. */
export async function openReceiver(answer: Answer = answering(204)) {
  const received: ReceivedRequest[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => (body += chunk))
    request.on("end", () => {
      const one = { headers: request.headers, body }
      received.push(one)
      state.answer(response, one, request)
    })
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    answer: (next: Answer) => (state.answer = next),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/**
 * A local mail server that accepts every mail unless `refuse` returns a reply. Supports only the SMTP
 * commands of one mail.
 */
export async function openMailServer({ refuse }: { refuse?: (line: string) => string | null } = {}) {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = []
  const server = createSocketServer((socket) =>
    speak(socket, refuse ?? (() => null), (mail) => mails.push(mail)),
  )
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

function speak(
  socket: Socket,
  refuse: (line: string) => string | null,
  take: (mail: { to: string[]; text: string }) => void,
): void {
  let [unread, to, data] = ["", [] as string[], null as string[] | null]
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.on("error", () => undefined)
  socket.setEncoding("utf8")
  say("220 receiver")
  const command = (line: string): void => {
    const [, recipient] = /^RCPT TO:<(.*)>/i.exec(line) ?? []
    if (recipient !== undefined) to.push(recipient)
    if (/^QUIT/i.test(line)) {
      say("221 bye")
      socket.end()
    } else if (/^DATA/i.test(line)) {
      data = []
      say("354 go on")
    } else say("250 ok")
  }
  socket.on("data", (chunk: string) => {
    const lines = (unread + chunk).split("\r\n")
    unread = lines.pop() ?? ""
    for (const line of lines) {
      const refusal = data === null ? refuse(line) : null
      if (refusal !== null) say(refusal)
      else if (data === null) command(line)
      else if (line === ".") {
        take({ to, text: data.join("\n") })
        ;[to, data] = [[], null]
        say("250 taken")
      } else data.push(line)
    }
  })
}
