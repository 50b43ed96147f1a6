import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { describeAge } from "@/components/data/time-text"
import { Tag } from "@/components/ui/tag"
import type { Role } from "@/lib/memory/teams/actor"
import type { FormAction } from "@/components/data/form-state"
import { Instant } from "@/components/data/instant"
import { RowAction } from "@/components/settings/action-result"
import { RemoveMember, ResetMember, type ResetState, RoleForm } from "./member-forms"

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
  /** Creates a password reset link. Set if the current user may reset passwords. */
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
          <Th className="max-sm:hidden">Email address</Th>
          <Th>Role</Th>
          <Th className="max-sm:hidden">Joined</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isYou={member.id === you}
            mayChange={member.since !== null && manages && (owns || member.role !== "owner")}
            {...{ team, owns, today, changeRole, remove, reset }}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface MemberRowProps extends Pick<
  MemberListProps,
  "team" | "owns" | "today" | "changeRole" | "remove" | "reset"
> {
  member: ListedMember
  isYou: boolean
  mayChange: boolean
}

function MemberRow(props: MemberRowProps) {
  const { team, member, isYou, mayChange, owns, today, changeRole, remove, reset } = props
  const { id, name, email, role, since, tokens } = member
  return (
    <tr>
      <Td className="font-medium max-sm:min-w-28 max-sm:py-2 max-sm:wrap-anywhere max-sm:whitespace-normal">
        {name} {isYou ? <span className="font-normal text-ink-3">you</span> : null}
        <span className="block text-sm font-normal text-ink-2 sm:hidden">{email}</span>
        <span className="block text-sm font-normal text-ink-2 sm:hidden">
          Joined <Joined since={since} today={today} />
        </span>
      </Td>
      <Td className="text-ink-2 max-sm:hidden">{email}</Td>
      <Td className="py-1">
        {mayChange ? <RoleForm {...{ team, name, role, owns }} person={id} action={changeRole} /> : null}
        {!mayChange && since !== null ? role : null}
        {member.deploymentOwner ? <Tag>Quarterdeck owner</Tag> : null}
      </Td>
      <Td className="text-ink-2 max-sm:hidden">
        <Joined since={since} today={today} />
      </Td>
      <Td className="text-right max-sm:whitespace-normal">
        {reset && !isYou ? <ResetMember person={id} name={name} action={reset} /> : null}
        {mayChange || (since !== null && isYou) ? (
          <RemoveMember {...{ team, name, tokens }} person={id} leaving={isYou} action={remove} />
        ) : null}
      </Td>
    </tr>
  )
}

/** When a member joined. Null if the person has been there since setup. */
function Joined({ since, today }: { since: string | null; today: string }) {
  return since ? <time dateTime={since}>{describeAge(since, today)}</time> : "at setup"
}

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
