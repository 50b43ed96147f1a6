import { expect, it } from "vitest"
import { refusalText } from "@/lib/api/mcp/tool-calls-and-completions"
import { refused } from "@/lib/memory/inputs/outcome"

it("explains that the access token belongs to another agent, not that a right is missing", () => {
  const said = refusalText(
    refused(
      "forbidden",
      "ann: this access token belongs to bob: use one for ann, or a token that is not bound to an agent",
    ),
    { right: "read" },
  )
  expect(said).toContain("Next: set agent to bob, or omit agent")
  expect(said).not.toContain("needs an access token with permission")
  expect(
    refusalText(refused("forbidden", "Core: your role does not allow this"), { right: "propose" }),
  ).toContain("needs an access token with permission to propose")
})
