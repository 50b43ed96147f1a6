import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { Box } from "@/components/data/table"
import { Copyable } from "@/components/ui/copyable"

/** What to do with an access token, on the machine where the agent runs: each door with a line to take away. `address`: of this server. */
export function UseIt({ address, team }: { address: string; team: string }) {
  return (
    <Box className="grid gap-4 p-4">
      <Way
        title="Keep it where the agent runs"
        line={`export QUARTERDECK_URL=${address} QUARTERDECK_TOKEN=qd_…`}
        label="Environment"
      >
        The commands below take it from there; none of them writes it into a file.
      </Way>
      <Way
        title="Hooks and MCP of a harness"
        line="quarterdeck hook install claude-code"
        label="Hook command"
      >
        In the project’s folder; also for cursor, codex, opencode and gemini-cli. Shows what it would write
        first. What arrived is among the{" "}
        <Link className="text-link" href={`/t/${team}/agents/delivery`}>
          receipts
        </Link>
        .
      </Way>
      <Way title="MCP alone" line={`${address}/api/mcp`} label="MCP address">
        Streamable HTTP, with the header <code className="font-mono">Authorization: Bearer</code> and the
        access token.
      </Way>
      <Way
        title="HTTP"
        line={`curl -H "Authorization: Bearer $QUARTERDECK_TOKEN" "${address}/api/v1/entries?team=${team}"`}
        label="HTTP request"
      >
        Everything else that it may do is in{" "}
        <Link className="text-link" href="/docs/api">
          the HTTP API
        </Link>
        .
      </Way>
      <Way title="You, at a command line" line={`quarterdeck login ${address}`} label="Login command">
        Without an access token: what you run there is done by you, with your role.
      </Way>
    </Box>
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
