import { Link } from "@/components/ui/link"
import { ConnectForm } from "@/components/teams/arrive/connect-form"
import { Button, ButtonLink } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { requireActor, requirePerson } from "@/lib/auth/actor"
import { COMMAND_LINE_DAYS, findDeviceLogin } from "@/lib/auth/device-login"
import type { Person } from "@/lib/db/teams/people"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { decideOnDevice } from "./actions"

export const metadata = { title: "Let a command line in" }

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
  const roles = (await visibleTeams(actor))
    .filter((team) => !team.sample)
    .flatMap((team) => roleIn(person, team))
  return (
    <>
      <h1>Let this command line in?</h1>
      <p className="text-center font-mono text-xl font-semibold tracking-widest">{userCode}</p>
      <p className="text-ink-2">
        It says that it is <b className="wrap-anywhere text-ink">{machine}</b> and asks from{" "}
        {address === "unknown" ? "an address that is not known" : address}. Let it in only if you ran{" "}
        <code className="font-mono">quarterdeck login</code> just now, and it shows this code.
      </p>
      <div className="grid gap-1">
        <p>
          It then <b>acts as you: {[person.name, ...roles].join(", ")}</b>.
        </p>
        <p className="text-ink-2">
          It reads, proposes and decides wherever you may, as long as you may, for {COMMAND_LINE_DAYS} days at
          most. What runs as you on that machine, agents too, can use it. You end it in Settings, Your
          account.
        </p>
      </div>
      <ConnectForm action={decideOnDevice} code={userCode} />
      <p className="text-sm text-ink-3">
        Not {person.name}?{" "}
        <Link className="text-link" href="/sign-out">
          Sign in as somebody else
        </Link>
      </p>
    </>
  )
}

function roleIn({ owner, memberships }: Person, { id, name }: { id: string; name: string }): string[] {
  const role = memberships.find((one) => one.teamId === id)?.role
  return role ? [`${role} of ${name}`] : owner ? [`owner of ${name}`] : []
}

function Ask({ problem, code }: { problem: string | undefined; code: string }) {
  return (
    <>
      <h1>Let a command line in</h1>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <form method="get" className="grid gap-3">
        <Field label="Code" hint="Eight letters, which quarterdeck login shows.">
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
          Go on
        </Button>
      </form>
    </>
  )
}

function Decided({ away }: { away: boolean }) {
  return (
    <>
      <h1>{away ? "It was turned away" : "It is in"}</h1>
      <p className="text-ink-2">
        {away
          ? "It got nothing. If somebody asked you to open this page, they wanted to act in your name: tell the owner of this Quarterdeck."
          : "It goes on by itself, and you can close this page. You end it in Settings, Your account."}
      </p>
      <ButtonLink href="/">Go to Quarterdeck</ButtonLink>
    </>
  )
}
