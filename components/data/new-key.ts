/** A key for a request that may have to be sent again. Without TLS browsers have no `crypto.randomUUID`, and Quarterdeck runs in such networks too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}
