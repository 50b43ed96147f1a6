import { describe, expect, it } from "vitest"
import { readOptions } from "@/lib/launch/options.mjs"

describe("the start options", () => {
  it("accept connections only from this machine by default", () => {
    expect(readOptions([], {}, "/here")).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      url: "http://localhost:3000",
      samples: true,
      import: null,
      databaseUrl: null,
      databaseOwnerUrl: null,
      pool: 10,
      drainSeconds: 30,
      keepAliveSeconds: 75,
      hangSeconds: 30,
    })
  })

  it("come from the command line and the environment, relative to the working directory", () => {
    const options = readOptions(
      ["--import", "memory", "--project", "atlas", "--no-samples"],
      { PORT: "4000", INIT_CWD: "/home/ada", NEXTAUTH_URL: "https://deck.example/" },
      "/clone",
    )
    expect(options).toMatchObject({
      import: "/home/ada/memory",
      project: "atlas",
      samples: false,
      port: 4000,
      url: "https://deck.example",
      trustedProxies: 0,
    })
  })

  it.each([
    [["--improt", "x"], {}, "--improt"],
    [["--project", "x"], {}, "--import DIR"],
    [[], { QUARTERDECK_TRUSTED_PROXIES: "10.0.0.0/8" }, "number of proxies"],
    [[], { PORT: "80a" }, 'PORT is "80a"'],
    [[], { DATABASE_OWNER_URL: "postgresql://owner@db/deck" }, "DATABASE_URL is not"],
    [[], { PORT: "70000" }, "1 to 65535"],
    [[], { QUARTERDECK_POOL: "1" }, 'QUARTERDECK_POOL is "1". Set it to a whole number from 2 to 1000'],
    [[], { QUARTERDECK_DRAIN_SECONDS: "-5" }, "QUARTERDECK_DRAIN_SECONDS"],
    [[], { QUARTERDECK_KEEP_ALIVE_SECONDS: "75s" }, "QUARTERDECK_KEEP_ALIVE_SECONDS"],
    [[], { QUARTERDECK_HANG_SECONDS: "1.5" }, "QUARTERDECK_HANG_SECONDS"],
  ])("%j with %j is rejected, with the reason", (argv, env, words) => {
    expect(() => readOptions(argv, env, "/")).toThrow(words)
  })

  it("are not returned if help is requested", () => {
    expect(readOptions(["--help"], { PORT: "80a" }, "/")).toBeNull()
  })
})
