import { Link } from "@/components/ui/link"
import { ConnectForm } from "@/components/teams/sign-in-forms"
import { Button, ButtonLink } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { type Person, requireActor, requirePerson } from "@/lib/auth/actor"
import { COMMAND_LINE_DAYS, findDeviceLogin } from "@/lib/auth/device-login"
import { readableTeams } from "@/lib/operations/teams/team-and-project"
import { decideOnDevice } from "./actions"

export const metadata = { title: "Authorize a command-line login" }

interface Props {
  searchParams: Promise<{ code?: string; done?: string }>
}

export default async function ConnectPage({ searchParams }: Props) {
  const [{ code = "", done }, person, actor] = await Promise.all([
    searchParams,
    requirePerson(),
    requireActor(),
  ])
  if (done === "in" || done === "away") return <Decided away={done === "away"} />
  const found = code === "" ? null : await findDeviceLogin(person, code)
  if (!found?.ok) return <Ask problem={found?.message} code={code} />
  const { userCode, machine, address } = found.value
  const teams = await readableTeams(actor, undefined)
  const own = teams.ok ? teams.value.filter((team) => !team.sample) : []
  const roles = own.flatMap((team) => roleIn(person, team))
  return (
    <>
      <h1>Authorize this command-line login?</h1>
      <p className="text-center font-mono text-xl font-semibold tracking-widest">{userCode}</p>
      <p className="text-ink-2">
        The request comes from <b className="wrap-anywhere text-ink">{machine}</b> at{" "}
        {address === "unknown" ? "an unknown address" : address}. Authorize the request only if you just ran{" "}
        <code className="font-mono">quarterdeck login</code> and the terminal shows this code.
      </p>
      <div className="grid gap-1">
        <p>
          The command line <b>will act as you: {[person.name, ...roles].join(", ")}</b>.
        </p>
        <p className="text-ink-2">
          It will be able to read memory, propose changes and review items with your permissions, for up to{" "}
          {COMMAND_LINE_DAYS} days. Any program that runs as your user on that machine can use it, including
          agents. You can revoke this access in Settings &gt; Your account.
        </p>
      </div>
      <ConnectForm action={decideOnDevice} code={userCode} />
      <p className="text-sm text-ink-3">
        Not {person.name}?{" "}
        <Link className="text-link" href="/sign-out">
          Sign in as someone else
        </Link>
      </p>
    </>
  )
}

function roleIn({ owner, memberships }: Person, { id, name }: { id: string; name: string }): string[] {
  const role = memberships.find((one) => one.teamId === id)?.role
  if (role) return [`${role} of ${name}`]
  return owner ? [`owner of ${name}`] : []
}

function Ask({ problem, code }: { problem: string | undefined; code: string }) {
  return (
    <>
      <h1>Authorize a command-line login</h1>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <form method="get" className="grid gap-3">
        <Field label="Code" hint="The eight letters shown by quarterdeck login.">
          {(control) => (
            <Input
              {...control}
              name="code"
              required
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={code.slice(0, 20)}
              className="font-mono uppercase"
            />
          )}
        </Field>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </form>
    </>
  )
}

function Decided({ away }: { away: boolean }) {
  return (
    <>
      <h1>{away ? "Request denied" : "Command-line login authorized"}</h1>
      <p className="text-ink-2">
        {away
          ? "The command line was not given access. If someone asked you to open this page, they may have been trying to access your account. Report this to the Quarterdeck owner."
          : "You can close this page and return to the command line. To end the login later, go to Settings > Your account."}
      </p>
      <ButtonLink href="/">Go to Quarterdeck</ButtonLink>
    </>
  )
}
