import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { TableBox } from "@/components/data/table"
import { Copyable } from "@/components/ui/copyable"

/** The ways to use an access token, each with a line to copy. `address` is the URL of this server. */
export function TokenUsage({ address, team }: { address: string; team: string }) {
  return (
    <TableBox className="grid gap-4 p-4">
      <Way
        title="Set the environment variables"
        line={`export QUARTERDECK_URL=${address} QUARTERDECK_TOKEN=qd_…`}
        label="Environment"
      >
        The commands below read the token from the environment. They never write it to a file.
      </Way>
      <Way
        title="Install hooks and MCP for a harness"
        line="quarterdeck hook install claude-code"
        label="Hook command"
      >
        Run this in the project’s folder. Other harnesses: cursor, codex, opencode and gemini-cli. The command
        shows its changes before it writes them. Each time an agent loads its memory, a{" "}
        <Link className="text-link" href={`/t/${team}/agents/delivery`}>
          delivery
        </Link>{" "}
        is recorded.
      </Way>
      <Way title="MCP only" line={`${address}/api/mcp`} label="MCP address">
        Use Streamable HTTP and send the access token in the{" "}
        <code className="font-mono">Authorization: Bearer</code> header.
      </Way>
      <Way
        title="HTTP"
        line={`curl -H "Authorization: Bearer $QUARTERDECK_TOKEN" "${address}/api/v1/entries?team=${team}"`}
        label="HTTP request"
      >
        For all other requests, see the{" "}
        <Link className="text-link" href="/docs/api">
          HTTP API
        </Link>
        .
      </Way>
      <Way title="Use the command line yourself" line={`quarterdeck login ${address}`} label="Login command">
        You don’t need an access token. Commands run as you, with your role.
      </Way>
    </TableBox>
  )
}

function Way({
  title,
  line,
  label,
  children,
}: {
  title: string
  line: string
  label: string
  children: ReactNode
}) {
  return (
    <div className="grid gap-1.5">
      <h3>{title}</h3>
      <p className="text-ink-2">{children}</p>
      <Copyable label={label} text={line} />
    </div>
  )
}
