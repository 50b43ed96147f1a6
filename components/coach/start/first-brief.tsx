"use client"

import { Sparkles } from "lucide-react"
import { useActionState } from "react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import type { FormAction } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { EVERYWHERE } from "./asked"

interface FirstBriefProps {
  /** Slug; null: all projects. */
  project: string | null
  start: FormAction
  /** Where one chooses before it starts. */
  chooseHref: string
}

/** The coach has written nothing yet: what a brief is, and the button that makes the first. */
export function FirstBrief({ project, start, chooseHref }: FirstBriefProps) {
  const [state, submit] = useActionState(start, {})
  return (
    <Empty
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="What no single agent knows"
      action={
        <div className="grid justify-items-center gap-2">
          <form action={submit}>
            <input type="hidden" name="kind" value="brief" />
            <input type="hidden" name="method" value="extractive" />
            <input type="hidden" name="in" value={project ?? EVERYWHERE} />
            <Submit variant="primary">Make the first brief: reads every agent’s memory</Submit>
          </form>
          <p className="text-sm text-ink-3">
            Takes seconds, costs nothing: statements are compared word by word, without a language model.
          </p>
          <ButtonLink href={chooseHref} variant="quiet" size="sm">
            Choose how…
          </ButtonLink>
          {state.error ? (
            <Notice live tone="danger" title="That does not work">
              {state.error}
            </Notice>
          ) : null}
        </div>
      }
    >
      <p>
        A brief reads across all agents and says what several of them found, where two contradict each other,
        which risks come back, and what one knows that its siblings need.
      </p>
      <p className="mt-2 text-ink-3 italic">
        “Six agents met the flaky time-zone tests; nobody wrote down the cause.”
      </p>
      <p className="mt-2">
        Each claim cites the entries it rests on. Nothing enters a file before you accepted it.
      </p>
    </Empty>
  )
}
