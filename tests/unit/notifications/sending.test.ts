import { createHmac } from "node:crypto"
import { createServer, type Server } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { readAllowed } from "@/lib/notify/destination"
import { mailServer, sendMail } from "@/lib/notify/mail"
import { readRetryAfter, sendSlack, sendWebhook } from "@/lib/notify/slack-and-webhook"
import { answering, openMailServer, openReceiver } from "../../support/http/receiver"

const ALLOWED = readAllowed("127.0.0.0/8")
const at = () => new Date("2026-03-01T12:00:00.900Z")

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterEach(() => {
  receiver.answer(answering(204))
  receiver.received.length = 0
})
afterAll(() => receiver.close())

const send = (more: { url?: string; way?: object } = {}) =>
  sendWebhook(
    { url: more.url ?? receiver.url, key: "key", delivery: "delivery-1", body: '{"a":"ä"}', at },
    { allowed: ALLOWED, connectMs: 5_000, wholeMs: 5_000, ...more.way },
  )

describe("a webhook", () => {
  it("is posted with a signature that its receiver can verify", async () => {
    expect(await send()).toMatchObject({ arrived: true, status: 204 })
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
    const [, seconds, sum] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["quarterdeck-signature"])) ?? []
    expect(sum).toBe(createHmac("sha256", "key").update(`${seconds}.${body}`).digest("hex"))
    expect(seconds).toBe("1772366400")
    expect(headers).toMatchObject({
      "quarterdeck-delivery": "delivery-1",
      "content-type": "application/json",
      "content-length": "10",
    })
  })

  it("reports the status of a failure, and the delay that the receiver asked for", async () => {
    receiver.answer(answering(500))
    expect(await send()).toMatchObject({
      arrived: false,
      status: 500,
      error: "the receiver responded with 500",
      gone: false,
      retryAfter: null,
    })
    receiver.answer(answering(429, { "Retry-After": "120" }))
    expect(await send()).toMatchObject({ arrived: false, status: 429, retryAfter: 120 })
    receiver.answer(answering(410))
    expect(await send()).toMatchObject({ arrived: false, status: 410, gone: true })
  })

  it("that is sent elsewhere is not sent elsewhere", async () => {
    const elsewhere = await openReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer(answering(status, { Location: elsewhere.url }))
      expect(await send()).toMatchObject({
        arrived: false,
        status,
        error: expect.stringMatching(/Redirects are not followed/) as string,
      })
    }
    expect(elsewhere.received).toEqual([])
    expect(receiver.received).toHaveLength(5)
    await elsewhere.close()
  })

  it("times out for a receiver that never answers, and fails at once for an unknown host", async () => {
    receiver.answer(() => undefined)
    expect(await send({ way: { wholeMs: 60 } })).toMatchObject({
      arrived: false,
      status: null,
      error: "the receiver did not respond within 0.06 s",
    })
    receiver.answer((response) => response.writeHead(200).write("x")) // The response never ends.
    expect(await send({ way: { wholeMs: 60 } })).toMatchObject({ arrived: true, status: 200 })
    const closed = await openReceiver()
    await closed.close()
    expect(await send({ url: closed.url })).toMatchObject({
      arrived: false,
      error: "the receiver refused the connection",
    })
  })

  it("accepts the status of a response without an end, and of one that is cut off", async () => {
    receiver.answer((response) => {
      response.writeHead(200)
      const pour = () => void (response.destroyed || response.write("x".repeat(65_536), pour))
      pour()
    })
    // No time limit ends it.
    expect(await send({ way: { wholeMs: 600_000 } })).toMatchObject({ arrived: true, status: 200 })
    receiver.answer((response) => {
      response.writeHead(200, { "Content-Length": "1000" })
      response.write("x", () => response.destroy())
    })
    expect(await send()).toMatchObject({ arrived: true, status: 200 })
    receiver.answer((response) => void response.destroy())
    expect(await send()).toMatchObject({
      arrived: false,
      status: null,
      error: "the receiver closed the connection without a response",
    })
  })

  it("is not sent to a host name with a private address", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }]
    const url = `http://receiver.example:${receiver.port}/`
    expect(await send({ url, way: { allowed: readAllowed(""), resolve } })).toMatchObject({
      arrived: false,
      error: expect.stringMatching(
        /^receiver\.example resolves to 127\.0\.0\.1, which is a loopback address/,
      ) as string,
    })
    expect(receiver.received).toEqual([])
  })

  it("connects to the address that was checked, even if the name resolves to another since", async () => {
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return [{ address: asked.length === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 as const }]
    }
    expect(await send({ url: `http://receiver.example:${receiver.port}/`, way: { resolve } })).toMatchObject({
      arrived: true,
    })
    expect(asked).toEqual(["receiver.example"])
    expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${receiver.port}`)
  })

  it("does not wait for a name server that says nothing", async () => {
    expect(
      await send({
        url: "http://receiver.example/",
        way: { connectMs: 30, resolve: () => new Promise(() => undefined) },
      }),
    ).toMatchObject({
      arrived: false,
      error: expect.stringMatching(/^the receiver’s host name could not be resolved within/) as string,
    })
  })

  it("is not sent if it is canceled at the last moment", async () => {
    expect(await send({ way: { begin: async () => false } })).toBe(null)
    expect(receiver.received).toEqual([])
  })

  it("reports a receiver that does not use HTTP or TLS", async () => {
    const odd: Server = createServer((socket) => {
      socket.on("error", () => undefined)
      socket.end("220 this is mail\r\n")
    })
    await new Promise<void>((ready) => odd.listen(0, "127.0.0.1", ready))
    const { port } = odd.address() as { port: number }
    expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      arrived: false,
      error: "the receiver’s response is not valid HTTP",
    })
    expect(await send({ url: `https://127.0.0.1:${receiver.port}/` })).toMatchObject({
      arrived: false,
      status: null,
    })
    odd.close()
  })

  it("reads a time to wait as seconds and as a date", () => {
    const now = new Date("2026-03-01T12:00:00Z")
    expect([
      readRetryAfter("30", now),
      readRetryAfter("Sun, 01 Mar 2026 12:02:00 GMT", now),
      readRetryAfter("Sun, 01 Mar 2020 12:02:00 GMT", now),
      readRetryAfter("soon", now),
      readRetryAfter(undefined, now),
    ]).toEqual([30, 120, 0, null, null])
  })
})

describe("a Slack-compatible receiver", () => {
  it("reports what is wrong in a word, and repeats no other part of the response", async () => {
    const say = (status: number, text: string) =>
      receiver.answer((response) => void response.writeHead(status).end(text))
    const slack = () => sendSlack({ url: receiver.url, body: "{}" }, { allowed: ALLOWED })
    say(404, "no_team")
    expect(await slack()).toMatchObject({ arrived: false, error: "the receiver responded with 404: no_team" })
    say(403, "secret of somebody within <b>")
    expect(await slack()).toMatchObject({ arrived: false, error: "the receiver responded with 403" })
    say(200, "ok")
    expect(await slack()).toMatchObject({ arrived: true, status: 200 })
  })
})

describe("a mail", () => {
  const mail = {
    to: ["ana@example.com", "ben@example.com"],
    subject: "Zwölf",
    text: "One\nTwo",
    id: "delivery-1",
  }

  it("is handed over once for all, under an id that stays", async () => {
    const server = await openMailServer()
    expect(
      await sendMail(mail, { server: { url: server.url, from: "Quarterdeck <deck@example.com>" } }),
    ).toMatchObject({ arrived: true, status: 250 })
    expect(server.mails).toEqual([
      { to: mail.to, text: expect.stringMatching(/Message-ID: <delivery-1@quarterdeck>/) as string },
    ])
    expect(
      await sendMail(mail, {
        server: { url: server.url, from: "deck@example.com" },
        begin: async () => false,
      }),
    ).toBe(null)
    await server.close()
  })

  it("that is rejected reports the SMTP step, and never the credentials", async () => {
    const server = await openMailServer({
      refuse: (line) => (line.startsWith("MAIL FROM") ? "550 not from deck@example.com" : null),
    })
    expect(await sendMail(mail, { server: { url: server.url, from: "deck@example.com" } })).toMatchObject({
      arrived: false,
      status: 550,
      error: "the mail server rejected the addresses (550)",
    })
    await server.close()
    const gone = await sendMail(mail, {
      server: { url: server.url.replace("//", "//ana:hunter2@"), from: "deck@example.com" },
    })
    expect(gone).toMatchObject({ arrived: false, status: null })
    expect(JSON.stringify(gone)).not.toMatch(/hunter2|ana:/)
  })

  it("rejected by one recipient is not sent again to the others", async () => {
    const server = await openMailServer({
      refuse: (line) => (/^RCPT TO:<ben/i.test(line) ? "550 no ben" : null),
    })
    expect(await sendMail(mail, { server: { url: server.url, from: "deck@example.com" } })).toMatchObject({
      arrived: false,
      gone: true,
      error: "the mail server rejected 1 of 2 addresses and accepted the others",
    })
    expect(server.mails).toHaveLength(1)
    await server.close()
  })

  it("is set up by two variables, or not at all", () => {
    expect(mailServer({ QUARTERDECK_SMTP_URL: "smtp://x" })).toBe(null)
    expect(mailServer({ QUARTERDECK_SMTP_URL: "smtp://x", QUARTERDECK_MAIL_FROM: "a@b.c" })).toEqual({
      url: "smtp://x",
      from: "a@b.c",
    })
  })
})
