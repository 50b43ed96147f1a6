"use client"

import { Sparkles } from "lucide-react"
import { useActionState } from "react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import type { FormAction } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { EVERYWHERE } from "../coach-run"

interface FirstBriefProps {
  /** Slug; null: all projects. */
  project: string | null
  start: FormAction
  /** The address of the panel with all options. */
  chooseHref: string
}

/** The empty state before the first brief: what a brief is, and the button that creates it. */
export function FirstBrief({ project, start, chooseHref }: FirstBriefProps) {
  const [state, submit] = useActionState(start, {})
  return (
    <Empty
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="No briefs yet"
      action={
        <div className="grid justify-items-center gap-2">
          <form action={submit}>
            <input type="hidden" name="kind" value="brief" />
            <input type="hidden" name="method" value="extractive" />
            <input type="hidden" name="in" value={project ?? EVERYWHERE} />
            <Submit variant="primary">Create the first brief</Submit>
          </form>
          <p className="text-sm text-ink-3">
            This is free and takes a few seconds. It matches text without a language model.
          </p>
          <ButtonLink href={chooseHref} variant="quiet" size="sm">
            More options…
          </ButtonLink>
          {state.error ? (
            <Notice live tone="danger" title="Could not start the brief">
              {state.error}
            </Notice>
          ) : null}
        </div>
      }
    >
      <p>
        A brief summarizes the memory of all agents: what several of them found, where they contradict each
        other, which risks recur, and what one agent knows that others need.
      </p>
      <p className="mt-2 text-ink-3 italic">
        “Six agents ran into the flaky time-zone tests. None of them recorded the cause.”
      </p>
      <p className="mt-2">
        Each claim cites its entries. Memory files change only after you review and publish the brief.
      </p>
    </Empty>
  )
}
