import type { OutputOf } from "@/lib/http/contract"
import { Instant } from "@/components/data/instant"
import { previewPath } from "@/components/memory-files/revert/revert-types"
import { RowAction } from "@/components/settings/row-action"
import { describeAge } from "@/components/data/age"
import { ButtonLink } from "@/components/ui/button"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"

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
