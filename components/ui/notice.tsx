import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { Tone } from "./tag"

const LOOK = {
  danger: { box: "bg-danger-wash", mark: "text-danger", Icon: CircleAlert },
  caution: { box: "bg-caution-wash", mark: "text-caution", Icon: TriangleAlert },
  good: { box: "bg-good-wash", mark: "text-good", Icon: CircleCheck },
  neutral: { box: "bg-raised", mark: "text-ink-3", Icon: Info },
}

/** Roles of notices that appear later. An alert interrupts the screen reader. */
const LIVE_ROLE = { danger: "alert", caution: "status", good: "status", neutral: "status" } as const
interface NoticeProps {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  /** True if the notice appears later, so that screen readers announce it. */
  live?: boolean
}

/** A notice. Its text names the thing, the place and the next step. */
export function Notice({ tone = "neutral", title, children, action, live }: NoticeProps) {
  const { box, mark, Icon } = LOOK[tone]
  return (
    <div
      role={live ? LIVE_ROLE[tone] : undefined}
      className={`flex items-start gap-2.5 rounded-lg px-3 py-2.5 ${box}`}
    >
      <Icon className={`icon mt-0.5 ${mark}`} aria-hidden />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className={title ? "text-ink-2" : ""}>{children}</div> : null}
      </div>
      {action}
    </div>
  )
}

/** The error of a form, announced when it appears. Renders nothing without an error. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <Notice tone="danger" live>
      {children}
    </Notice>
  ) : null
}
