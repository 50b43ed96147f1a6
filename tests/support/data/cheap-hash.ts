import { scryptSync } from "node:crypto"

/** A stored password that takes a thousandth of the time of a real one to verify: a hash says its own cost. */
export function cheapHash(password: string): string {
  const [N, r, p] = [2 ** 7, 8, 1]
  const salt = Buffer.from("sixteen bytes...")
  const key = scryptSync(password, salt, 32, { N, r, p })
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$")
}
