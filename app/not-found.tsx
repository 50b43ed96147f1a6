import { Empty, HomeLink } from "@/components/ui/empty"

export const metadata = { title: "Page not found" }

/** Not-found page. It uses no client components, because Next.js loads their scripts with every page. */
export default function NotFound() {
  return (
    <main>
      <Empty as="h1" title="Page not found" action={<HomeLink />}>
        The page may have moved, or it may belong to a team that you are not a member of.
      </Empty>
    </main>
  )
}
