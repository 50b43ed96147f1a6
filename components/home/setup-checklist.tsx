import type { OutputOf } from "@/lib/http/contract"
import { Circle, CircleCheck } from "lucide-react"
import { Link } from "@/components/ui/link"
import { placePath } from "@/components/shell/navigation"

export type Setup = OutputOf<"home.setup">

/** The steps of the setup, in order. */
const STEPS = [
  {
    name: "source",
    label: "Connect a source",
    detail: "A folder or repository with memory files",
    segment: "sources",
  },
  {
    name: "files",
    label: "Import memory files",
    detail: "Review every change before anything is saved",
    segment: "sources",
  },
  {
    name: "decided",
    label: "Review an item",
    detail: "Approve, edit or reject it in the inbox",
    segment: "inbox",
  },
  {
    name: "invited",
    label: "Invite a colleague",
    detail: "Send an invitation link to one person",
    segment: "settings",
  },
  {
    name: "delivered",
    label: "Install a hook",
    detail: "Agents then report what they load",
    segment: "agents/delivery",
  },
] as const

export const isSetUp = (setup: Setup): boolean => STEPS.every(({ name }) => setup[name])

/** The five setup steps of a team, with their state. */
export function Checklist({ team, setup }: { team: string; setup: Setup }) {
  const next = STEPS.find(({ name }) => !setup[name])
  return (
    <ol aria-label="Get started" className="grid gap-1">
      {STEPS.map(({ name, label, detail, segment }) => (
        <li key={name}>
          <Link
            href={placePath(team, segment, null)}
            className={`flex items-start gap-2.5 rounded-md px-2.5 py-2 hover:bg-raised ${name === next?.name ? "bg-accent-wash" : ""}`}
          >
            {setup[name] ? (
              <CircleCheck className="icon mt-0.5 shrink-0 text-good" aria-hidden />
            ) : (
              <Circle className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden />
            )}
            <span>
              <span className={setup[name] ? "text-ink-2" : "font-medium"}>
                {label}
                {setup[name] ? <span className="sr-only">: done</span> : null}
              </span>
              {setup[name] ? null : <span className="block text-sm text-ink-2">{detail}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
