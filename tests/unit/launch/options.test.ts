import { describe, expect, it } from "vitest"
import { readOptions } from "@/lib/launch/options.mjs"

describe("the options of a start", () => {
  it("have defaults that reach nobody but this machine", () => {
    expect(readOptions([], {}, "/here")).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      url: "http://localhost:3000",
      samples: true,
      import: null,
      databaseUrl: null,
      databaseOwnerUrl: null,
    })
  })

  it("come from the command line and the environment, relative to where the person is", () => {
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
    [[], { QUARTERDECK_TRUSTED_PROXIES: "10.0.0.0/8" }, "how many proxies"],
    [[], { PORT: "80a" }, 'PORT is "80a"'],
    [[], { DATABASE_OWNER_URL: "postgresql://owner@db/deck" }, "needs DATABASE_URL"],
    [[], { PORT: "70000" }, "1 to 65535"],
  ])("%j with %j is refused, naming what is wrong", (argv, env, words) => {
    expect(() => readOptions(argv, env, "/")).toThrow(words)
  })

  it("are none when help is asked for", () => {
    expect(readOptions(["--help"], { PORT: "80a" }, "/")).toBeNull()
  })
})
