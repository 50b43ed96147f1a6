import { scryptSync } from "node:crypto"

/** Hashes a password with a cost about 1,000 times lower than in production. The hash contains its cost. */
export function cheapHash(password: string): string {
  const [N, r, p] = [2 ** 7, 8, 1]
  const salt = Buffer.from("sixteen bytes...")
  const key = scryptSync(password, salt, 32, { N, r, p })
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$")
}
