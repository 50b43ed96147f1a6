import { Users } from "lucide-react"
import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { OLD_ADDRESSES } from "@/components/shell/old-addresses.mjs"
import { listPages } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { listPlaces } from "@/lib/operations/teams/teams"

/** First segments of all team URLs, including old ones. */
const KNOWN = new Set(
  [...listPages(true).map(({ segment }) => segment as string), ...OLD_ADDRESSES.map(([old]) => old)].map(
    (path) => path.split("/")[0],
  ),
)

interface Asked {
  params: Promise<{ place: string; rest?: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  const { place } = await params
  return { title: KNOWN.has(place) ? "Choose a team" : "Page not found" }
}

/** A team page without a team in its URL. Redirects to the user's only team, or asks which team to open. */
export default async function WithoutTeam({ params, searchParams }: Asked) {
  const { place, rest = [] } = await params
  if (!KNOWN.has(place)) notFound()
  const [actor, asked] = await Promise.all([requireActor(), searchParams])
  const listed = await listPlaces.run(actor, {})
  const all = listed.ok ? listed.value.teams : []
  const own = all.filter((team) => !team.sample)
  const teams = own.length > 0 ? own : all
  const pathIn = (slug: string) => `/t/${slug}/${[place, ...rest].join("/")}${queryOf(asked)}`
  const [only, another] = teams
  if (!only) redirect("/")
  if (!another) redirect(pathIn(only.slug))
  return (
    <main>
      <Empty
        as="h1"
        icon={<Users className="icon-lg" aria-hidden />}
        title="Choose a team"
        action={all.map((team) => (
          <ButtonLink key={team.slug} href={pathIn(team.slug)}>
            {team.name}
          </ButtonLink>
        ))}
      >
        You belong to several teams, and the URL doesn’t specify one.
      </Empty>
    </main>
  )
}

function queryOf(asked: Awaited<Asked["searchParams"]>): string {
  const pairs = Object.entries(asked).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  )
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`
}
