import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "vitest"
import { sendRequest } from "@/lib/cli/infra/http-client"
import { overHttp } from "@/lib/cli/hook/send-queue"

it("a hook lets the server ignore unknown members, and no other command does", async () => {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const asked = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "qd_x",
    from: "here",
    method: "POST",
    path: "/sessions",
    body: { newer: 1 },
  }
  await sendRequest(asked, overHttp)
  await sendRequest(asked)
  expect(seen.map((one) => one.prefer)).toEqual(["handling=lenient", undefined])
  await new Promise((resolve) => server.close(resolve))
})
