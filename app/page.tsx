import { Users } from "lucide-react"
import { redirect } from "next/navigation"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { listPlaces } from "@/lib/operations/teams/teams"

export default async function Home() {
  const actor = await requireActor()
  const outcome = await listPlaces.run(actor, {})
  const [first] = outcome.ok ? outcome.value.teams : []
  if (first) redirect(`/t/${first.slug}`)
  if (can(actor, "own", { teamId: null })) redirect("/new-team")
  return (
    <main>
      <Empty as="h1" icon={<Users className="icon-lg" aria-hidden />} title="You are not in a team yet">
        Ask a team lead for an invitation.
      </Empty>
    </main>
  )
}
