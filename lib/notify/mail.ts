import { ownValue } from "@/lib/memory/text/own-value"
import { createTransport } from "nodemailer"
import type { SendResult } from "./slack-and-webhook"

/** The SMTP server of QUARTERDECK_SMTP_URL and QUARTERDECK_MAIL_FROM. Null if e-mail is not configured. */
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
  /** Message-ID, equal in each attempt, because mailboxes show messages with the same Message-ID once. */
  readonly id: string
}

interface MailWay {
  readonly server: MailServer
  readonly wholeMs?: number
  /** Called right before sending. Returns false if the message must no longer be sent. */
  readonly begin?: () => Promise<boolean>
}

/**
 * Sends one e-mail to all addresses. Counts as arrived if the server accepted all of them. Null if `begin`
 * returned false.
 */
export async function sendMail(
  { to, subject, text, id }: Mail,
  { server, wholeMs = 10_000, begin }: MailWay,
): Promise<SendResult | null> {
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
    // A retry would reach the accepted addresses twice.
    return {
      arrived: false,
      status,
      took: took(),
      retryAfter: null,
      gone: true,
      error: `the mail server rejected ${rejected.length} of ${to.length} addresses and accepted the others`,
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
  ECONNECTION: "could not connect to the mail server",
  ECONNREFUSED: "the mail server refused the connection",
  ESOCKET: "the connection to the mail server was lost",
  EDNS: "mail server not found",
  ETLS: "the mail server does not support TLS or has an invalid certificate",
  EAUTH: "the mail server rejected the username or password in QUARTERDECK_SMTP_URL",
  EENVELOPE: "the mail server rejected the addresses",
  EMESSAGE: "the mail server rejected the message",
  ETIMEDOUT: "the mail server timed out",
}

/** Returns an error message. Does not repeat the server’s text, because it may contain the user name. */
function wordsFor(code: string, status: number | null, wholeMs: number): string {
  if (code === "EABORT") return `the mail server did not accept the message within ${wholeMs / 1_000} s`
  const words =
    ownValue(ERRORS, code) ??
    `the email could not be sent (${/^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown cause"})`
  return status === null ? words : `${words} (${status})`
}
