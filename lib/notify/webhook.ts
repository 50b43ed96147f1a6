import { createHmac } from "node:crypto"
import { post, type Way } from "./post"
import type { Sent } from "./sent"

interface Webhook {
  readonly url: string
  /** What it is signed with. */
  readonly key: string
  /** The same in every attempt. */
  readonly delivery: string
  readonly body: string
  readonly at: () => Date
}

/** Posts the body with its signature: the receiver knows by it who sent it, and when. */
export function sendWebhook({ url, key, delivery, body, at }: Webhook, way: Way): Promise<Sent | null> {
  return post(
    {
      url,
      body,
      headers: () => ({
        "Quarterdeck-Signature": signature(key, body, at()),
        "Quarterdeck-Delivery": delivery,
      }),
    },
    way,
  )
}

/** `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 of the seconds, a full stop and the body. */
export function signature(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`
}
