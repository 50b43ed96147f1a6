import { createHash } from "node:crypto"

/** Maximum number of live streams that one access token holds open at a time. An agent needs one. */
export const STREAMS_OF_TOKEN = 20
/**
 * Maximum number of live streams that one network address holds open at a time. An office shares an address,
 * and each open page holds one stream.
 */
export const STREAMS_OF_ADDRESS = 200
/** Seconds until a refused client should try again. */
export const RETRY_SECONDS = 30

const open = new Map<string, number>()

/**
 * Reserves a live stream. Returns a function that releases it, or a refusal message if too many are open.
 * `authorization`: header with an access token, null for a login. Each instance of the server counts its own
 * streams.
 */
export function takeStream({
  authorization,
  address,
}: {
  authorization: string | null
  address: string
}): { readonly release: () => void } | { readonly refusal: string } {
  const token = authorization && `token ${createHash("sha256").update(authorization).digest("hex")}`
  const held = [`address ${address}`, ...(token ? [token] : [])]
  if (token && countOf(token) >= STREAMS_OF_TOKEN)
    return { refusal: refusalOf("This access token", STREAMS_OF_TOKEN) }
  if (countOf(`address ${address}`) >= STREAMS_OF_ADDRESS)
    return { refusal: refusalOf("This network address", STREAMS_OF_ADDRESS) }
  for (const key of held) open.set(key, countOf(key) + 1)
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      for (const key of held) {
        if (countOf(key) > 1) open.set(key, countOf(key) - 1)
        else open.delete(key)
      }
    },
  }
}

const countOf = (key: string): number => open.get(key) ?? 0

const refusalOf = (who: string, most: number): string =>
  `${who} has ${most} open live streams, which is the maximum. Close one, then try again in ${RETRY_SECONDS} seconds`
