import { createHmac } from "node:crypto"
import { post, type PostOptions } from "./post"
import type { SendResult } from "./sent"

interface Webhook {
  readonly url: string
  /** The signing key. */
  readonly key: string
  /** The message id, the same in each attempt. */
  readonly delivery: string
  readonly body: string
  readonly at: () => Date
}

/**
 * Posts the body with a signature, so that the receiver can verify sender and time. Null if `begin` returned
 * false.
 */
export function sendWebhook(
  { url, key, delivery, body, at }: Webhook,
  way: PostOptions,
): Promise<SendResult | null> {
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

/** Returns `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 of the seconds, a period and the body. */
export function signature(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`
}
