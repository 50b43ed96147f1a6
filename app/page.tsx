import { Users } from "lucide-react"
import { redirect } from "next/navigation"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { listPlaces } from "@/lib/operations/places"

export default async function Home() {
  const outcome = await listPlaces.run(await requireActor(), {})
  const [first] = outcome.ok ? outcome.value.teams : []
  if (first) redirect(`/t/${first.slug}/inbox`)
  return (
    <main>
      <Empty as="h1" icon={<Users className="icon-lg" aria-hidden />} title="You are in no team yet">
        Ask a lead of your team for an invitation, or, if this is your own deployment, import a folder: <code className="font-mono">npx quarterdeck import DIR</code> makes the
        first team.
      </Empty>
    </main>
  )
}
