import { notFound } from "next/navigation"

export const metadata = { title: "Page not found" }

/** An unknown address below a team, with the navigation of the team. */
export default function UnknownPage() {
  notFound()
}
