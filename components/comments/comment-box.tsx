"use client"

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Textarea } from "@/components/ui/field"
import type { TeamMember } from "@/components/teams/use-members"
import {
  mentionLabels,
  LONGEST_COMMENT,
  linkParts,
  type CommentPart,
} from "@/lib/memory/comments/comment-text"
import { VisibleText } from "@/components/text/visible-text"
import { isMatch, type MentionQuery, mentionQuery, markAfter, PersonOptions } from "./mentions"

interface CommentBoxProps {
  label: string
  /** The label of the button. */
  verb: string
  text: string
  members: readonly TeamMember[]
  /** Reason why the last attempt failed; null: no failure. */
  problem: string | null
  /** True to focus the box when it appears. */
  focuses?: true
  onText: (text: string) => void
  onSend: () => void
  /** Called when Escape or the Cancel button leaves the box. */
  onLeave?: () => void
}

/** A box for a comment. @ completes names, Ctrl+Enter sends. */
export function CommentBox(props: CommentBoxProps) {
  const { label, verb, text, members, problem, focuses, onText, onSend, onLeave } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const mention = useMention(text, members)
  const isTooLong = text.length > LONGEST_COMMENT
  const isEmpty = text.trim() === ""
  useEffect(() => {
    if (focuses) box.current?.focus()
  }, [focuses])
  const send = () => (isEmpty || isTooLong ? undefined : onSend())
  const choose = (name: string) => {
    const next = mention.complete(name)
    if (next === null) return
    onText(next.text)
    requestAnimationFrame(() => box.current?.setSelectionRange(next.caret, next.caret))
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (handled(event)) event.preventDefault()
    event.stopPropagation()
  }
  const handled = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key === "Enter" && (ctrlKey || metaKey)) send()
    else if (mention.press(key, choose)) return true
    else if (key === "Escape") (onLeave ?? (() => box.current?.blur()))()
    else return false
    return true
  }
  const note = isTooLong ? tooLong(text.length) : problem
  const { options, marked } = mention
  return (
    <div className="relative grid gap-1.5">
      {options.length > 0 ? (
        <PersonOptions
          id={`${id}-names`}
          label="Members"
          {...{ options, marked }}
          className="absolute bottom-full left-0 z-30 mb-1 max-h-48 w-72 max-w-full rounded-lg border border-line bg-surface p-1 shadow-float"
          onChoose={(option) => choose(option.label)}
        />
      ) : null}
      <Textarea
        ref={box}
        rows={isEmpty ? 1 : Math.min(8, text.split("\n").length + 1)}
        data-comment-box=""
        aria-label={label}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={note ? true : undefined}
        aria-autocomplete="list"
        {...listedNames(`${id}-names`, options.length, marked)}
        placeholder="Add a comment. Type @ to mention someone."
        value={text}
        onChange={({ target }) => {
          onText(target.value)
          mention.look(target.value, target.selectionStart)
        }}
        onBlur={mention.close}
        onKeyDown={press}
      />
      {note ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-danger">
          {note}
        </p>
      ) : null}
      <BoxActions {...{ verb, isEmpty, onLeave }} isOff={isEmpty || isTooLong} onSend={send} />
    </div>
  )
}

interface BoxActionsProps extends Pick<CommentBoxProps, "verb" | "onSend" | "onLeave"> {
  isEmpty: boolean
  /** True if the text cannot be sent. */
  isOff: boolean
}

/** The buttons below the box. An empty box for a new comment has none. */
function BoxActions({ verb, isEmpty, isOff, onSend, onLeave }: BoxActionsProps) {
  if (isEmpty && !onLeave) return null
  return (
    <div className="flex gap-2">
      <Button size="sm" variant="primary" kbd="Ctrl+↵" disabled={isOff} onClick={onSend}>
        {verb}
      </Button>
      {onLeave ? (
        <Button size="sm" variant="quiet" onClick={onLeave}>
          Cancel
        </Button>
      ) : null}
    </div>
  )
}

/**
 * Returns the ARIA attributes that connect a box with its open list of names; empty if the list is closed.
 */
const listedNames = (id: string, length: number, marked: number) =>
  length === 0 ? {} : { "aria-controls": id, "aria-activedescendant": `${id}-${marked}` }

const tooLong = (length: number) =>
  `Comments can have up to ${LONGEST_COMMENT.toLocaleString("en")} characters. This comment has ${length.toLocaleString("en")}.`

/** Returns the members whose names match what is typed after @, and the functions that choose one. */
function useMention(text: string, members: readonly TeamMember[]) {
  const [query, setQuery] = useState<(MentionQuery & { readonly caret: number }) | null>(null)
  const [mark, setMark] = useState(0)
  const labels = query === null ? [] : [...mentionLabels(members)]
  const options = labels
    .filter(
      ([, label]) => query !== null && isMatch(label, query.words) && query.words !== label.toLowerCase(),
    )
    .map(([id, label]) => ({ id, label, name: members.find((one) => one.id === id)?.name ?? label }))
  const marked = Math.min(mark, Math.max(0, options.length - 1))
  const close = () => setQuery(null)
  return {
    options,
    marked,
    close,
    look(typed: string, caret: number) {
      const found = mentionQuery(typed, caret)
      setMark(0)
      setQuery(found && { ...found, caret })
    },
    /**
     * Returns the text with the chosen name, and the position of the caret after the name. Null if the list
     * is closed.
     */
    complete(name: string) {
      if (query === null) return null
      const before = `${text.slice(0, query.at)}@${name} `
      close()
      return { text: before + text.slice(query.caret).replace(/^ /, ""), caret: before.length }
    },
    /** Handles a key of the open list. Returns false if the list is closed or ignores the key. */
    press(key: string, choose: (name: string) => void): boolean {
      const option = options[marked]
      if (option === undefined) return false
      const next = markAfter(key, marked, options.length)
      if (next !== null) setMark(next)
      else if (key === "Enter" || key === "Tab") choose(option.label)
      else if (key === "Escape") close()
      else return false
      return true
    },
  }
}

/** The text of a comment: plain text with links and mentions. Hidden characters are shown. */
export function CommentText({ parts }: { parts: readonly CommentPart[] }) {
  // oxlint-disable react/no-array-index-key -- a part is its place in the text
  return parts.map(({ text, person }, index) =>
    person === null ? (
      <PlainText key={index} text={text} />
    ) : (
      <span key={index} className="rounded-xs bg-accent-wash px-0.75 font-medium text-accent">
        <VisibleText text={text} />
      </span>
    ),
  )
}

function PlainText({ text }: { text: string }) {
  return linkParts(text).map((part, index) =>
    part.isLink ? (
      <a
        key={index}
        href={part.text}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="text-link wrap-anywhere"
      >
        <VisibleText text={part.text} />
      </a>
    ) : (
      <VisibleText key={index} text={part.text} />
    ),
  )
}
