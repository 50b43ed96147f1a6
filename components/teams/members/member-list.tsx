import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { describeAge } from "@/components/data/age"
import { Tag } from "@/components/ui/tag"
import type { Role } from "@/lib/memory/teams/actor"
import type { FormAction } from "@/components/data/form-state"
import { RemoveMember } from "./remove-member"
import { ResetMember, type ResetState } from "./reset-member"
import { RoleForm } from "./role-form"

export interface ListedMember {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly deploymentOwner: boolean
  readonly since: string | null
  /** Number of access tokens of this team that the person created. 0 if the current user may not see tokens. */
  readonly tokens: number
}

interface MemberListProps {
  team: string
  members: readonly ListedMember[]
  /** ID of the current user. */
  you: string
  manages: boolean
  owns: boolean
  today: string
  changeRole: FormAction
  remove: FormAction
  /** Set if the current user may reset passwords. */
  reset?: FormAction<ResetState>
}

export function MemberList({
  team,
  members,
  you,
  manages,
  owns,
  today,
  changeRole,
  remove,
  reset,
}: MemberListProps) {
  return (
    <Table label="Members">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th className="max-sm:hidden">E-mail address</Th>
          <Th>Role</Th>
          <Th>Joined</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const isMember = member.since !== null
          const mayChange = isMember && manages && (owns || member.role !== "owner")
          return (
            <tr key={member.id}>
              <Td className="font-medium">
                {member.name} {member.id === you ? <span className="font-normal text-ink-3">you</span> : null}
                <span className="block text-sm font-normal text-ink-2 sm:hidden">{member.email}</span>
              </Td>
              <Td className="text-ink-2 max-sm:hidden">{member.email}</Td>
              <Td className="py-1">
                {mayChange ? (
                  <RoleForm
                    team={team}
                    person={member.id}
                    name={member.name}
                    role={member.role}
                    owns={owns}
                    action={changeRole}
                  />
                ) : isMember ? (
                  member.role
                ) : null}
                {member.deploymentOwner ? <Tag>Quarterdeck owner</Tag> : null}
              </Td>
              <Td className="text-ink-2">
                {member.since ? (
                  <time dateTime={member.since}>{describeAge(member.since, today)}</time>
                ) : (
                  "since setup"
                )}
              </Td>
              <Td className="text-right">
                {reset && member.id !== you ? (
                  <ResetMember person={member.id} name={member.name} action={reset} />
                ) : null}
                {mayChange || (isMember && member.id === you) ? (
                  <RemoveMember
                    team={team}
                    person={member.id}
                    name={member.name}
                    leaving={member.id === you}
                    tokens={member.tokens}
                    action={remove}
                  />
                ) : null}
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
