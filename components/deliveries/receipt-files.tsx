import { CircleCheck, CircleHelp, History } from "lucide-react"
import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { filePath } from "@/components/data/addresses"
import type { Receipt } from "./delivery-types"

/**
 * The files in the context, the files on the harness's disk, and the files missing from the context, with
 * their revisions at delivery and now.
 */
export function ReceiptFiles({
  team,
  receipt: { files, onDisk, missed },
}: {
  team: string
  receipt: Receipt
}) {
  return (
    <>
      <Group title="Files in context">
        {files.map((one) => (
          <FileLine key={one.file} team={team} {...one} />
        ))}
        {missed.map((one) => (
          <FileLine key={one.file} team={team} {...one} revision={null} behind />
        ))}
      </Group>
      <Group title="Files on disk">
        {onDisk.map((one) => (
          <FileLine key={one.path} team={team} {...one} isOnDisk />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] | ReactNode }) {
  const isEmpty = Array.isArray(children) && children.flat().length === 0
  if (isEmpty) return null
  return (
    <div>
      <h4 className="text-sm font-medium text-ink-3">{title}</h4>
      <ul className="mt-0.5 grid gap-1">{children}</ul>
    </div>
  )
}

interface FileLineProps {
  team: string
  file: string | null
  path: string
  /** Delivered revision. Null: the file was not part of the context, or its content on disk is unknown. */
  revision: number | null
  head: number | null
  behind: boolean
  isOnDisk?: boolean
}

function FileLine({ team, file, path, revision, head, behind, isOnDisk }: FileLineProps) {
  const isUnknown = isOnDisk === true && revision === null
  const KnownIcon = behind ? History : CircleCheck
  const Icon = isUnknown ? CircleHelp : KnownIcon
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Icon
        className={`icon shrink-0 self-center ${isUnknown || behind ? "text-caution" : "text-good"}`}
        aria-hidden
      />
      <span className="min-w-0 flex-1 basis-60">
        {file === null || head === null ? (
          <code className="font-mono text-sm wrap-anywhere">{path}</code>
        ) : (
          <Link
            href={filePath(team, file)}
            className="font-mono text-sm wrap-anywhere hover:text-accent hover:underline"
          >
            {path}
          </Link>
        )}
      </span>
      <span className="shrink-0 pl-5.5 text-sm text-ink-2 tabular-nums sm:pl-0">
        <Standing
          team={team}
          file={file}
          revision={revision}
          head={head}
          behind={behind}
          isUnknown={isUnknown}
        />
      </span>
    </li>
  )
}

function Standing({
  team,
  file,
  revision,
  head,
  behind,
  isUnknown,
}: Pick<FileLineProps, "team" | "file" | "revision" | "head" | "behind"> & { isUnknown: boolean }) {
  if (isUnknown) return <>unknown content</>
  if (head === null) return <>revision {revision}, since removed</>
  if (revision === null) return <>not included, latest is revision {head}</>
  if (head === revision || file === null) return <>revision {revision}</>
  const compare = (
    <Link
      href={`${filePath(team, file)}?view=compare&left=${revision}&right=${head}`}
      className="inline-block min-h-6 text-link"
    >
      revision {revision} → {head}
    </Link>
  )
  return behind ? compare : <>{compare}, no new entries</>
}
