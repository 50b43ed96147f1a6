/**
 * Returns a new idempotency key. Browsers have no `crypto.randomUUID` without TLS, so random values are used.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}
