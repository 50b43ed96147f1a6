import { Link } from "@/components/ui/link"
import { notFound } from "next/navigation"
import { NameForm, PasswordForm } from "@/components/settings/account-forms"
import { CommandLines } from "@/components/settings/command-lines"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Submit } from "@/components/ui/submit"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { listProviders } from "@/lib/auth/account"
import { requireActor, requirePerson } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { can } from "@/lib/memory/teams/actor"
import { listCommandLines } from "@/lib/operations/teams/me"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { connect, endCommandLine, saveName, savePassword, signOutEverywhere } from "./actions"

export const metadata = { title: "Your account" }

export default async function AccountPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team: slug }, person, actor] = await Promise.all([params, requirePerson(), requireActor()])
  const [team, connected, listed] = await Promise.all([
    teamOf(actor, "read", slug),
    listProviders(person.id),
    listCommandLines.run(actor, {}),
  ])
  if (!team.ok) notFound()
  const providers = signInProviders()
  const lines = listed.ok ? listed.value.commandLines : []
  return (
    <>
      <PlaceTop
        team={slug}
        current="settings/account"
        manages={can(actor, "manage", { teamId: team.value.id })}
      />
      <div className="grid max-w-140 gap-6 p-4">
        <SettingsSection title="Profile" about={`Signed in as ${person.email}.`}>
          <TableBox className="p-4">
            <NameForm name={person.name} action={saveName} />
          </TableBox>
        </SettingsSection>
        <SettingsSection title="Password">
          <TableBox className="p-4">
            <PasswordForm email={person.email} has={person.passwordHash !== null} action={savePassword} />
          </TableBox>
        </SettingsSection>
        {providers.length > 0 ? (
          <SettingsSection title="Other ways to sign in">
            <TableBox className="grid gap-3 p-4">
              {providers.map(({ id, name }) => (
                <form key={id} action={connect} className="flex items-center gap-3">
                  <input type="hidden" name="provider" value={id} />
                  <input type="hidden" name="next" value={`/t/${slug}/settings/account`} />
                  <span className="font-medium">{name}</span>
                  {connected.includes(id) ? (
                    <Tag tone="good">connected</Tag>
                  ) : (
                    <Submit size="sm">Connect</Submit>
                  )}
                </form>
              ))}
            </TableBox>
          </SettingsSection>
        ) : null}
        <SettingsSection
          title="Command-line logins"
          about={
            <>
              Machines where the command line acts as you. To add one, run{" "}
              <code className="font-mono">quarterdeck login</code> there. If the link does not open,{" "}
              <Link className="text-link" href="/connect">
                enter the code
              </Link>
              .
            </>
          }
        >
          {lines.length > 0 ? (
            <CommandLines lines={lines} now={new Date().toISOString()} end={endCommandLine} />
          ) : (
            <TableBox className="p-4 text-ink-2">No command-line logins.</TableBox>
          )}
        </SettingsSection>
        <SettingsSection
          title="Sessions"
          about="Lost a device? Sign out of all browsers and end all command-line logins."
        >
          <form action={signOutEverywhere}>
            <Submit variant="danger">Sign out everywhere</Submit>
          </form>
        </SettingsSection>
      </div>
    </>
  )
}
