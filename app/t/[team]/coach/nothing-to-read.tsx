import { Sparkles } from "lucide-react"
import type { ReactNode } from "react"
import { shown } from "@/app/shown"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import type { Actor } from "@/lib/memory/teams/actor"
import { ask } from "@/lib/operations/operation"
import { listPlaces } from "@/lib/operations/teams/places"

/** Where a team has no agents yet there is nothing for the coach to read: this leads to where memory comes from. Otherwise what is inside. */
export async function UnlessNothingToRead({
  actor,
  team,
  children,
}: {
  actor: Actor
  team: string
  children: ReactNode
}) {
  const { teams } = shown(await ask(listPlaces, actor, {}))
  if ((teams.find((one) => one.slug === team)?.agents ?? 0) > 0) return children
  return (
    <Empty
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="There is no memory to read yet"
      action={
        <ButtonLink variant="primary" href={`/t/${team}/sources`}>
          Import memory files
        </ButtonLink>
      }
    >
      The coach reads what agents have written down and says what no single one of them knows.
    </Empty>
  )
}
