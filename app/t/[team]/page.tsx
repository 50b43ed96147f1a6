import { redirect } from "next/navigation"

/** An address cut down to its team leads to where the team's day begins, as `/` does. */
export default async function TeamRootPage({ params }: { params: Promise<{ team: string }> }) {
  redirect(`/t/${encodeURIComponent((await params).team)}/inbox`)
}
