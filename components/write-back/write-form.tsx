"use client"

import { useActionState, useRef } from "react"
import { BottomBar } from "@/components/ui/bottom-bar"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keys"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { buttonLook } from "@/components/ui/button-look"
import { Kbd } from "@/components/ui/kbd"
import { writeBackPath } from "@/components/data/addresses"
import type { WriteBackPreview } from "./write-back-types"
import { useFileChoice } from "./file-choice"
import { canLeaveOut, isDirect, previewOfFiles, writeBackConsequence } from "./write-back-text"

interface WriteFormProps {
  preview: Pick<WriteBackPreview, "team" | "source" | "way" | "totals" | "branch" | "files" | "shown">
  action: FormAction
}

/** The button that writes the previewed changes, or the download link. */
export function WriteForm({ preview, action }: WriteFormProps) {
  const [{ error }, submit] = useActionState(action, {})
  const form = useRef<HTMLFormElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const { way } = preview
  const written = isDirect(way)
  const { isChosen } = useFileChoice()
  const chosen = preview.files.filter((file) => !canLeaveOut(way, file) || isChosen(file.path))
  const isPartial = chosen.length < preview.files.length
  const words = writeBackConsequence(previewOfFiles(preview, chosen))
  useKeys(
    "Write back",
    words === ""
      ? []
      : [
          {
            keys: "w",
            does: words,
            run: () => (written ? form.current?.requestSubmit() : link.current?.click()),
          },
        ],
  )
  const download = `${writeBackPath(preview.team, preview.source.id)}/download?way=${way}`
  return (
    <>
      {error ? (
        <div className="px-4 pb-3.5">
          <Notice live tone="danger" title="Nothing was written">
            {error}
          </Notice>
        </div>
      ) : null}
      {words === "" && isPartial ? (
        <BottomBar label="Write-back summary">
          <span className="text-ink-2">Select at least one file to write.</span>
        </BottomBar>
      ) : null}
      {words === "" ? null : (
        <BottomBar label="Write-back summary">
          {written ? (
            <form ref={form} action={submit} className="contents">
              <input type="hidden" name="way" value={way} />
              <input type="hidden" name="shown" value={preview.shown} />
              {isPartial
                ? chosen.map(({ id, path }) => <input key={id} type="hidden" name="paths" value={path} />)
                : null}
              <Submit
                variant="primary"
                kbd="W"
                className="max-w-full wrap-anywhere max-md:h-auto max-md:min-h-8 max-md:w-full max-md:whitespace-normal"
              >
                {words}
              </Submit>
            </form>
          ) : (
            <>
              <a ref={link} href={download} download aria-keyshortcuts="W" className={buttonLook("primary")}>
                {words}
                <Kbd hidden look="on-accent">
                  W
                </Kbd>
              </a>
              {way === "zip" ? (
                <a href={`${download}&files=all`} download className={buttonLook("default")}>
                  Download all files
                </a>
              ) : null}
            </>
          )}
          <span className="text-sm text-ink-3 max-md:hidden">{NOTES[way]}</span>
        </BottomBar>
      )}
    </>
  )
}

const NOTES: Record<WriteBackPreview["way"], string> = {
  directory: "If a file changes in the source before it is written, it is skipped.",
  branch: "The working tree and the current branch are not changed.",
  patch:
    "Apply the patch with git apply in the root of the repository, then import the source again. Until then, the files stay listed.",
  zip: "Extract the zip into the source folder and replace existing files, then import the source again.",
}
