import type { ReactNode } from "react"
import { MemberList } from "./member-list"
import { ApiShapeWords } from "./shape-words"
import type { ApiOperation } from "./shapes"

/** One operation: what it is at a glance, and all of it once it is opened. An address that names it opens it. */
export function OperationEntry({ operation, hidden }: { operation: ApiOperation; hidden: boolean }) {
  const { id, method, path, summary, right, notes, parameters, headers, body, archive, answer, errors, curl } = operation
  return (
    <details data-words={operation.words} hidden={hidden} className="min-w-0 rounded-lg border border-line bg-surface">
      <summary className="rounded-lg px-3 py-2 wrap-anywhere hover:bg-raised">
        <span className="font-medium">{summary}</span>
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2 pl-4 text-sm">
          <code className="font-mono font-medium text-accent">{method}</code>
          <code className="font-mono text-ink-2">{path}</code>
          <span className="text-ink-3">{id}</span>
        </span>
      </summary>
      <div id={id} className="grid scroll-mt-48 gap-4 border-t border-line p-3">
        <p className="text-ink-2">
          {[right, ...notes].map((sentence) => (
            <span key={sentence}>{sentence.replaceAll(/\*\*|`/g, "")} </span>
          ))}
        </p>
        <Part title="Example">
          <pre className="rounded-md bg-raised p-2.5 font-mono wrap-anywhere whitespace-pre-wrap">{curl}</pre>
        </Part>
        {parameters.length > 0 ? (
          <Part title="Parameters">
            <MemberList members={parameters} />
          </Part>
        ) : null}
        {headers.length > 0 ? (
          <Part title="Headers">
            <p>
              {headers.map((name) => (
                <a key={name} className="text-link mr-3" href="#headers">
                  {name}
                </a>
              ))}
            </p>
          </Part>
        ) : null}
        {archive ? <Part title="Body">The bytes of a zip, as application/zip.</Part> : null}
        {body.length > 0 ? (
          <Part title="Body">
            <MemberList members={body} />
          </Part>
        ) : null}
        <Part title="Answer">
          {answer.members.length > 0 ? (
            <MemberList members={answer.members} />
          ) : (
            <p className="text-ink-2">
              <ApiShapeWords shape={answer} />
            </p>
          )}
        </Part>
        <Part title="Refusals">
          <p className="leading-relaxed">
            {errors.map(({ status, kind }) => (
              <a key={status} className="text-link mr-3 inline-block" href={`#${kind}`}>
                {status} {kind}
              </a>
            ))}
          </p>
        </Part>
      </div>
    </details>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="text-sm text-ink-3">{title}</h3>
      {children}
    </div>
  )
}
