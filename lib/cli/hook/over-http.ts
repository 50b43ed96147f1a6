import { ownValue } from "@/lib/memory/text/own-value"
import { type RequestOptions, request as requestPlain } from "node:http"
import { lookUp } from "./dns-lookup"
import type { Exchange } from "../infra/ask"

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
