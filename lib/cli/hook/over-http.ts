import { ownValue } from "@/lib/memory/text/own-value"
import { request as requestPlain, type RequestOptions } from "node:http"
import type { Exchange } from "../infra/http-client"
import type { LookupAddress, LookupOptions } from "node:dns"
import { readFileSync } from "node:fs"

type Found = (cause: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Milliseconds before a name server counts as unresponsive. */
const PATIENCE_MS = 700

/**
 * Resolves a host name. The system's lookup cannot be canceled and can delay the end of the process by ten
 * seconds. So the name server is queried first, and the system's lookup is used only if the name server does
 * not have the name.
 */
function lookUp(host: string, options: LookupOptions, found: Found): void {
  void addressesOf(host, options).then(
    (addresses) => {
      const [first] = addresses
      if (options.all) found(null, addresses)
      else if (first) found(null, first.address, first.family)
    },
    (cause: NodeJS.ErrnoException) => found(cause, []),
  )
}

async function addressesOf(host: string, options: LookupOptions): Promise<LookupAddress[]> {
  const dns = await import("node:dns")
  const bySystem = () => dns.promises.lookup(host, { ...options, all: true })
  if (host === "localhost" || isInHosts(host)) return bySystem()
  const resolver = new dns.promises.Resolver({ timeout: PATIENCE_MS, tries: 1 })
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const known = asked.flatMap((one, place) =>
    one.status === "fulfilled" ? one.value.map((address) => ({ address, family: place === 0 ? 4 : 6 })) : [],
  )
  if (known.length > 0) return known
  const silent = asked.find(
    (one) => one.status === "rejected" && (one.reason as NodeJS.ErrnoException).code === "ETIMEOUT",
  )
  if (silent?.status === "rejected") throw silent.reason
  process.env.RES_OPTIONS ??= "timeout:1 attempts:1" // Time limit of the system's lookup.
  return bySystem()
}

function isInHosts(host: string): boolean {
  try {
    return readFileSync("/etc/hosts", "utf8")
      .split("\n")
      .some((line) => (line.split("#")[0] ?? "").split(/\s+/).slice(1).includes(host))
  } catch {
    return false // Without this file, the name server is queried.
  }
}

/** Maximum bytes of a response. Quarterdeck's responses are far smaller. */
const MOST = 16 * 1024 * 1024

/** Sends one request without `fetch`, which is slow to load. Follows no redirects and limits the response. */
export const overHttp: Exchange = async (url, { method, headers, body }) => {
  const request = url.startsWith("https:") ? (await import("node:https")).request : requestPlain
  // An older server ignores unknown fields instead of rejecting the request (RFC 7240).
  const said = { ...headers, prefer: "handling=lenient" }
  const options: RequestOptions = {
    method,
    lookup: lookUp,
    headers: body === undefined ? said : { ...said, "content-length": String(Buffer.byteLength(body)) },
  }
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Error("the request failed", { cause }))
    const asked = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on("data", (part: Buffer) => {
        size += part.length
        if (size > MOST) return void asked.destroy(new Error(`the response exceeds ${MOST / 1024 / 1024} MB`))
        parts.push(part)
      })
      response.on("error", fail)
      response.on("close", () => fail(new Error("connection lost")))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          header(name) {
            const value = ownValue(response.headers, name)
            return typeof value === "string" ? value : null
          },
          text: Buffer.concat(parts).toString("utf8"),
        }),
      )
    })
    asked.on("error", fail)
    asked.end(body)
  })
}
