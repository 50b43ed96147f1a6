import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

type Asked = typeof import("@/components/data/url-query")
let one: Asked
const browser = new EventTarget()

describe("a query that the router does not show yet", () => {
  beforeEach(async () => {
    vi.resetModules()
    vi.stubGlobal("window", browser)
    one = await import("@/components/data/url-query")
    one.settleQuery("line=6")
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("applies from the moment it is requested, on its own path only", () => {
    one.requestQuery("/file", "line=7")
    expect(one.pendingQuery("/file")).toBe("line=7")
    expect(one.pendingQuery("/other")).toBeNull()
  })

  it("outlives an older one that the router takes up meanwhile, for every component that hears of it", () => {
    one.requestQuery("/file", "line=7")
    one.requestQuery("/file", "line=8")
    one.settleQuery("line=7")
    one.settleQuery("line=7")
    expect(one.pendingQuery("/file")).toBe("line=8")
    one.settleQuery("line=8")
    expect(one.pendingQuery("/file")).toBeNull()
  })

  it("gives way to an address that came from elsewhere", () => {
    one.requestQuery("/file", "line=7")
    one.settleQuery("line=40")
    expect(one.pendingQuery("/file")).toBeNull()
  })

  it("gives way to Back before the router has shown it", () => {
    const leave = one.onQueryRequest(() => undefined)
    one.requestQuery("/file", "line=7")
    browser.dispatchEvent(new Event("popstate"))
    expect(one.pendingQuery("/file")).toBeNull()
    leave()
  })

  it("notifies its listeners of each change until they unsubscribe", () => {
    const heard = vi.fn()
    const leave = one.onQueryRequest(heard)
    one.requestQuery("/file", "line=7")
    one.settleQuery("line=7")
    leave()
    one.requestQuery("/file", "line=8")
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
