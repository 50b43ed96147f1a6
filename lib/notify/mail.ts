import { ownValue } from "@/lib/memory/text/own-value"
import { createTransport } from "nodemailer"
import type { Sent } from "./sent"

/** Where mail goes out: QUARTERDECK_SMTP_URL and QUARTERDECK_MAIL_FROM. Null: mail is not set up. */
export interface MailServer {
  readonly url: string
  readonly from: string
}

export function mailServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): MailServer | null {
  const { QUARTERDECK_SMTP_URL: url, QUARTERDECK_MAIL_FROM: from } = env
  return url && from ? { url, from } : null
}

interface Mail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The same in every attempt: mailboxes show what has the same Message-ID once. */
  readonly id: string
}

interface MailWay {
  readonly server: MailServer
  readonly wholeMs?: number
  /** The last moment before something may reach the receiver: answers false where it must not any more. */
  readonly begin?: () => Promise<boolean>
}

/** Hands a mail over to the SMTP server, as one mail to all. Arrived is what the server took for all of them. Null: `begin` said no. */
export async function sendMail(
  { to, subject, text, id }: Mail,
  { server, wholeMs = 10_000, begin }: MailWay,
): Promise<Sent | null> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  if (begin && !(await begin())) return null
  const transport = createTransport(server.url, { disableFileAccess: true, disableUrlAccess: true })
  try {
    const { response, rejected } = await transport.sendMail({
      from: server.from,
      to: [...to],
      subject,
      text,
      messageId: `<${id}@quarterdeck>`,
      headers: { "Auto-Submitted": "auto-generated", "Quarterdeck-Delivery": id },
      signal: AbortSignal.timeout(wholeMs),
    })
    const status = statusOf(response)
    if (rejected.length === 0) return { arrived: true, status, took: took() }
    // To send it again would reach those who have it a second time.
    return {
      arrived: false,
      status,
      took: took(),
      retryAfter: null,
      gone: true,
      error: `the mail server refused ${rejected.length} of ${to.length} addresses; the others have it`,
    }
  } catch (cause) {
    const { code = "", responseCode = null } = cause as { code?: string; responseCode?: number | null }
    return {
      arrived: false,
      status: responseCode,
      took: took(),
      retryAfter: null,
      gone: false,
      error: wordsFor(code, responseCode, wholeMs),
    }
  } finally {
    transport.close()
  }
}

const statusOf = (response: string): number | null => Number(/^\d{3}/.exec(response)?.[0]) || null

const ERRORS: Readonly<Record<string, string>> = {
  ECONNECTION: "the mail server took no connection",
  ECONNREFUSED: "nothing listens at the mail server’s address and port",
  ESOCKET: "the connection to the mail server broke",
  EDNS: "there is no such mail server",
  ETLS: "the mail server speaks no TLS, or has no certificate that holds",
  EAUTH: "the mail server did not accept the name and password of QUARTERDECK_SMTP_URL",
  EENVELOPE: "the mail server refused the addresses",
  EMESSAGE: "the mail server refused the message",
  ETIMEDOUT: "the mail server did not answer in time",
}

/** What the server said beside its status is not repeated: it may quote the name that we log in with. */
function wordsFor(code: string, status: number | null, wholeMs: number): string {
  if (code === "EABORT") return `the mail server did not take it within ${wholeMs / 1_000} s`
  const words =
    ownValue(ERRORS, code) ??
    `the mail could not be sent (${/^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown cause"})`
  return status === null ? words : `${words} (${status})`
}
