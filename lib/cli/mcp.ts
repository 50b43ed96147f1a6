import { type Command, wrongForm } from "./command"

export const mcpCommand: Command = {
  name: "mcp",
  form: "mcp",
  about: "speaks MCP over standard input and output, for a harness that starts its servers itself",
  purpose: "agents",
  words: [0, 0],
  options: {},
  notes:
    "A harness runs this; docs/mcp.md has the lines for each. Every message goes to the server and comes back as it answers. Where the server is away, requests are answered with an error that says so, and the next ones try again. Nothing but MCP is written to standard output.",
  examples: ["mcp"],
  async run({ on, server }) {
    if (on.has("json"))
      throw wrongForm(mcpCommand, "--json is one switch too many: all that it writes is JSON")
    const { bridge } = await import("./mcp/bridge")
    await bridge(server)
    return { json: {}, text: "" }
  },
}
