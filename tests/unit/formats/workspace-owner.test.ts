import { describe, expect, it } from "vitest"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import { agentOfSource, showsOwner } from "@/lib/formats/workspace/workspace"

const ADA = ["AGENTS.md", "SOUL.md", "USER.md", "MEMORY.md", "memory/2026-11-01.md", "memory/people/mara.md"]

const placesIn = (paths: readonly string[], source: string) => {
  const owner = showsOwner(source, paths) ? agentOfSource(source) : null
  const locate = locator(paths, "", { owner })
  return paths.map((path) => {
    const chosen = chooseFormat(locate(path), "", path)
    return "leftAlone" in chosen
      ? "left alone"
      : `${chosen.format.id} ${chosen.location.role} ${chosen.location.agent ?? "-"}`
  })
}

describe("a workspace at the top of its source", () => {
  it("belongs to the agent that its folder is named for, and keeps its format", () => {
    expect(placesIn(ADA, "/home/mara/ada")).toEqual(
      ["identity", "identity", "identity", "memory", "log", "topic"].map(
        (role) => `memory-workspace ${role} ada`,
      ),
    )
    expect(placesIn([...ADA, "TOOLS.md", "skills/mail/SKILL.md", ".gitignore"], "ada")[3]).toBe(
      "openclaw-workspace memory ada",
    )
  })

  it("is shared by all where code or other agents' memory lies beside it, or no file says who it is", () => {
    for (const paths of [
      [...ADA, "src/index.ts"],
      [...ADA, "package.json"],
      [...ADA, ".kaizen/agents/ann/memory.md"],
      ["MEMORY.md", "memory/2026-11-01.md"],
      ["MEMORY.md"],
    ])
      expect(placesIn(paths, "/home/mara/ada").slice(0, 2).join()).not.toContain("ada")
  })

  it("belongs to an agent without an identity file if its folder is called a workspace", () => {
    const files = ["MEMORY.md", "memory/2026-11-01.md"]
    expect(placesIn(files, "/home/mara/.joelclaw/workspace")).toEqual([
      "memory-workspace memory joelclaw",
      "memory-workspace log joelclaw",
    ])
    expect(placesIn([...files, "src/index.ts"], "/srv/shop/workspace")[0]).toBe("memory-workspace memory -")
    expect(placesIn(["MEMORY.md"], "/srv/shop/workspace")).toEqual(["memory-workspace memory -"])
  })

  it("in a folder below is the agent's that its path names", () => {
    expect(placesIn(["agents/coder/SOUL.md", "agents/coder/MEMORY.md"], "/srv/fleet")).toEqual([
      "openclaw-workspace identity coder",
      "openclaw-workspace memory coder",
    ])
  })
})

describe("the agent of a source", () => {
  it.each([
    ["/home/mara/ada", "ada"],
    ["laptop:/home/mara/Ada Lovelace/", "Ada-Lovelace"],
    ["C:\\Users\\mara\\ada", "ada"],
    ["/srv/agents/coder/workspace", "coder"],
    ["/home/mara/.openclaw/workspace", "openclaw"],
    ["/srv/workspace-scout", "scout"],
    ["ada", "ada"],
  ])("of %s is %s", (source, agent) => expect(agentOfSource(source)).toBe(agent))

  it.each(["/", "laptop:/", "/srv/memory", "SOUL.md", "SOUL.md and 3 more", "/srv/???"])(
    "of %s is nobody",
    (source) => expect(agentOfSource(source)).toBeNull(),
  )
})
