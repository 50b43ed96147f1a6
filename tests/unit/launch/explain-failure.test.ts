import { describe, expect, it } from "vitest"
import { explainFailure } from "@/lib/launch/quality/explain-failure.mjs"
import { Refusal } from "@/lib/launch/refusal.mjs"

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)

describe("a failed start", () => {
  it.each([
    [error("ENOSPC: no space left on device, write", { code: "ENOSPC", path: "/home/deck/secrets.json" })],
    [new Refusal("PostgreSQL did not start: could not write lock file: No space left on device")],
    [error("the build failed", { cause: error("EDQUOT: disk quota exceeded", { code: "EDQUOT" }) })],
  ])("on a full disk prints the cause and the fix: %o", (cause) => {
    expect(explainFailure(cause)).toMatch(
      /^\nThe disk is full: .*\nFree up some space, or set QUARTERDECK_HOME/,
    )
  })

  it("names a file that cannot be written", () => {
    const cause = error("EACCES: permission denied, open '/srv/deck/address'", {
      code: "EACCES",
      path: "/srv/deck/address",
    })
    expect(explainFailure(cause)).toMatch(
      /^\nCannot write \/srv\/deck\/address \(EACCES.*set QUARTERDECK_HOME/,
    )
  })

  it("prints only the message of an expected error, and the stack of a bug", () => {
    expect(explainFailure(new Refusal("Port 3000 is taken"))).toBe("\nPort 3000 is taken")
    const bug = new TypeError("x is not a function")
    expect(explainFailure(bug)).toBe(bug)
  })
})
