import { afterAll, beforeAll } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { type HttpDoor, openHttpDoor } from "./api-server"

/** An HTTP server for all tests of a file; `token` is the machine's token. */
export function openedDoor(token: string): Pick<HttpDoor, "url"> {
  let door: HttpDoor | null = null
  beforeAll(async () => {
    await registerMachineToken(token)
    door = await openHttpDoor()
  })
  afterAll(() => door?.close())
  return {
    get url() {
      if (!door) throw new Error("the door is open from the first test on")
      return door.url
    },
  }
}
