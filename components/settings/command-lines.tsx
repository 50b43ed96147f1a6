import type { OutputOf } from "@/lib/http/contract"
import { Instant } from "@/components/data/instant"
import { describeAge } from "@/components/data/time-text"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { RowAction } from "./action-result"

export type ListedCommandLine = OutputOf<"command-line.list">["commandLines"][number]

/** The command lines that are signed in as the current user. `now` is an ISO instant. */
export function CommandLines({
  lines,
  now,
  end,
}: {
  lines: readonly ListedCommandLine[]
  now: string
  end: FormAction
}) {
  return (
    <Table label="Command-line logins">
      <thead>
        <tr>
          <Th>Machine</Th>
          <Th className="max-sm:hidden">Signed in</Th>
          <Th>Last used</Th>
          <Th className="max-sm:hidden">Expires</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => (
          <tr key={id}>
            <Td className="font-medium max-sm:py-2 max-sm:wrap-anywhere max-sm:whitespace-normal">{name}</Td>
            <Td className="text-ink-2 max-sm:hidden">
              <time dateTime={createdAt}>{describeAge(createdAt, now)}</time>
            </Td>
            <Td className="text-ink-2 max-sm:py-2">
              {lastUsedAt ? <time dateTime={lastUsedAt}>{describeAge(lastUsedAt, now)}</time> : "never"}
              {expiresAt ? (
                <span className="block text-sm sm:hidden">
                  expires <Instant at={expiresAt} look="day" />
                </span>
              ) : null}
            </Td>
            <Td className="text-ink-2 max-sm:hidden">
              {expiresAt ? <Instant at={expiresAt} look="day" /> : null}
            </Td>
            <Td className="text-right">
              <RowAction action={end} carried={{ commandLine: id }} label={`Sign out ${name}`}>
                Sign out
              </RowAction>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
