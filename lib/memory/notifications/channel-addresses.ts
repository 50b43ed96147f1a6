/**
 * Kinds of channels to which alerts are sent. This file has no schemas, because the browser uses it to check
 * a form.
 */
export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

export const MOST_ADDRESSES = 20
export const ADDRESS_HINT = "enter email addresses, such as ana@example.com"

/** Returns why a URL cannot be used, or null. DNS is not checked here. */
export function problemOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return "enter an address such as https://example.com/alerts"
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "enter an address that starts with https:// or http://"
  if (url.username !== "" || url.password !== "")
    return "remove the username and password from the address: messages are signed instead"
  if (url.hash !== "") return "remove the part after #: it is never sent to the receiver"
  const port = Number(url.port)
  if (url.port !== "" && port < 1_024 && port !== 80 && port !== 443)
    return `port ${port} is reserved for other services: use port 443, port 80, or any port above 1023`
  return null
}

/** Returns why e-mail addresses cannot be used, or null. The server checks each in more detail. */
export function problemOfAddresses(addresses: readonly string[]): string | null {
  if (addresses.length > MOST_ADDRESSES) return `enter at most ${MOST_ADDRESSES} email addresses`
  return addresses.every((one) => one.length <= 254 && /^[^@]+@[^@.]+\.[^@]+$/.test(one))
    ? null
    : ADDRESS_HINT
}

/** Returns the kind of channel that receives at these addresses. Null if the addresses do not tell. */
export function kindOfAddress(addresses: readonly string[]): ChannelKind | null {
  const [first = ""] = addresses
  if (/^https:\/\/hooks\.slack(?:-gov)?\.com\//i.test(first)) return "slack"
  if (/^https?:\/\//i.test(first)) return "webhook"
  return first !== "" && problemOfAddresses(addresses) === null ? "email" : null
}

/**
 * Returns the URL without secrets. The path of a Slack-compatible URL and the query of a webhook can be
 * secret.
 */
export function shownUrl(kind: ChannelKind, text: string): string {
  const url = new URL(text)
  if (kind === "slack") return `${url.origin}/…${text.slice(-4)}`
  return `${url.origin}${url.pathname
    .split("/")
    .map((part) => (isKey(part) ? `…${part.slice(-4)}` : part))
    .join("/")}${url.search === "" ? "" : "?…"}`
}

/** True if a path segment looks like a key: long, with letters and digits. */
const isKey = (part: string): boolean => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part)
