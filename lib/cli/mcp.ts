import { command, type Command, wrongForm } from "./infra/command"

export const mcpCommand: Command = command({
  name: "mcp",
  form: "mcp",
  about: "serve MCP over standard input and output, for harnesses that start MCP servers themselves",
  purpose: "agents",
  words: [0, 0],
  options: {},
  notes:
    "Harnesses run this command. docs/mcp.md lists the settings for each harness. Messages are passed to and from the server. If the server is unreachable, requests fail with an error, and later requests try to connect again. Standard output contains only MCP messages.",
  examples: ["mcp"],
  async run({ on, server }) {
    if (on.has("json")) throw wrongForm(mcpCommand, "--json is not accepted: the output is always JSON")
    const { bridge } = await import("./mcp-bridge")
    await bridge(server)
    return { json: {}, text: "" }
  },
})
