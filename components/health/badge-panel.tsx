"use client"

import { Instant } from "@/components/data/instant"
import { useActionState } from "react"
import { RowAction } from "@/components/settings/action-result"
import { Copyable } from "@/components/ui/copyable"
import { Select } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { TableBox } from "@/components/data/table"
import type { ShownBadge } from "./health-report"

export interface BadgeState extends FormState {
  /** The image address and its Markdown, shown once: only a hash is stored. */
  readonly made?: { readonly address: string; readonly markdown: string }
}

interface BadgePanelProps {
  team: string
  project: string | null
  projects: readonly { readonly slug: string; readonly name: string }[]
  badges: readonly ShownBadge[]
  make: FormAction<BadgeState>
  takeBack: FormAction
}

/** Badges that show the score in a README. */
export function BadgePanel({ team, project, projects, badges, make, takeBack }: BadgePanelProps) {
  const [{ error, made }, submit] = useActionState(make, {})
  return (
    <TableBox className="grid grid-cols-1 gap-3 p-4">
      <form action={submit} className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="team" value={team} />
        <Select name="project" aria-label="Badge scope" defaultValue={project ?? ""} className="max-w-60">
          <option value="">Whole team</option>
          {projects.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Submit size="sm">Create badge</Submit>
      </form>
      {error ? (
        <Notice tone="danger" title="Could not create the badge">
          {error}
        </Notice>
      ) : null}
      {made ? (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-ink-2">
            Copy this Markdown now. It will not be shown again. Anyone with the image URL can see the score
            but nothing else.
          </p>
          {/* oxlint-disable-next-line nextjs/no-img-element -- shown as in a README */}
          <img src={made.address} alt="Badge preview" height={20} className="h-5 justify-self-start" />
          <Copyable label="Badge Markdown" text={made.markdown} />
        </div>
      ) : null}
      {badges.length === 0 ? null : (
        <ul aria-label="Badges">
          {badges.map(({ id, project: of, prefix, createdBy, createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-1.5 first:border-t-0"
            >
              <span className="min-w-0 wrap-anywhere">
                {of ?? "Whole team"} <span className="font-mono text-sm text-ink-2">{prefix}…</span>{" "}
                <span className="text-sm text-ink-3">
                  created by {createdBy} on <Instant at={createdAt} look="day" />
                </span>
              </span>
              <RowAction
                action={takeBack}
                carried={{ team, badge: id }}
                label={`Revoke badge ${prefix}… for ${of ?? "the whole team"}`}
              >
                Revoke
              </RowAction>
            </li>
          ))}
        </ul>
      )}
    </TableBox>
  )
}
