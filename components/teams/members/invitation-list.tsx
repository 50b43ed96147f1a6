import { Instant } from "@/components/data/instant"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import type { FormAction } from "@/components/data/form-state"
import { RowAction } from "@/components/settings/row-action"
import type { Role } from "@/lib/memory/teams/actor"

interface InvitationListProps {
  team: string
  invitations: readonly {
    readonly id: string
    readonly role: Role
    readonly email: string | null
    readonly expiresAt: string
  }[]
  withdraw: FormAction
}

export function InvitationList({ team, invitations, withdraw }: InvitationListProps) {
  return (
    <Table label="Pending invitations">
      <thead>
        <tr>
          <Th>For</Th>
          <Th>Role</Th>
          <Th>Expires</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ id, role, email, expiresAt }) => (
          <tr key={id}>
            <Td>{email ?? "anyone with the link"}</Td>
            <Td>{role}</Td>
            <Td className="text-ink-2">
              <Instant at={expiresAt} look="day" />
            </Td>
            <Td className="text-right">
              <RowAction
                action={withdraw}
                carried={{ team, invitation: id }}
                label={`Withdraw invitation for ${email ?? "anyone with the link"}`}
              >
                Withdraw
              </RowAction>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
