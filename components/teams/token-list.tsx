import type { ReactNode } from "react"
import type { OutputOf } from "@/lib/http/contract"
import { Instant } from "@/components/data/instant"
import { previewPath } from "@/components/memory-files/revert/reverts"
import { RowAction } from "@/components/settings/action-result"
import { describeAge } from "@/components/data/time-text"
import { ButtonLink } from "@/components/ui/button"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th, TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { Link } from "@/components/ui/link"
import { Copyable } from "@/components/ui/copyable"

export type ListedToken = OutputOf<"access-token.list">["accessTokens"][number]

interface TokenListProps {
  team: string
  tokens: readonly ListedToken[]
  /** ISO instant. Tokens that expire before it are shown as expired. */
  now: string
  revoke: FormAction
}

export function TokenList({ team, tokens, now, revoke }: TokenListProps) {
  return (
    <Table label="Access tokens">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Prefix</Th>
          <Th>Permissions</Th>
          <Th>For</Th>
          <Th>Created by</Th>
          <Th>Last used</Th>
          <Th>Expires</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <Td className="font-medium">{token.name}</Td>
            <Td>
              <code className="font-mono text-ink-2">{token.prefix}…</code>
            </Td>
            <Td>{token.rights.join(", ")}</Td>
            <Td className="text-ink-2">
              {[token.agent, token.project].filter(Boolean).join(" in ") || "all projects"}
            </Td>
            <Td className="text-ink-2">{token.createdBy}</Td>
            <Td className="text-ink-2">
              {token.lastUsedAt ? (
                <time dateTime={token.lastUsedAt}>{describeAge(token.lastUsedAt, now)}</time>
              ) : (
                "never"
              )}
            </Td>
            <Td className="text-ink-2">
              <End at={token.expiresAt} now={now} />
            </Td>
            <Td className="sticky right-0 bg-surface text-right">
              {token.lastUsedAt ? (
                <ButtonLink
                  size="sm"
                  variant="quiet"
                  href={previewPath(team, { token: token.id })}
                  aria-label={`Undo writes by ${token.name}`}
                >
                  Undo writes…
                </ButtonLink>
              ) : null}
              <RowAction
                action={revoke}
                carried={{ team, accessToken: token.id }}
                label={`Revoke ${token.name}`}
              >
                Revoke
              </RowAction>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function End({ at, now }: { at: string | null; now: string }) {
  if (at === null) return "never"
  if (at <= now) return <Tag tone="caution">expired</Tag>
  return <Instant at={at} look="day" />
}

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
