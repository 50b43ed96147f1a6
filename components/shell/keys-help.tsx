"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { useState } from "react"
import { Dialog } from "@/components/ui/dialog"
import { Checkbox } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import {
  areShortcutsOn,
  boundKeys,
  type KeyBinding,
  setShortcutsOn,
} from "@/components/data/keyboard-shortcuts"
import { CommandKey } from "@/components/ui/find-box"
import { groupBy } from "@/lib/memory/text/aggregates"

/** Lists the keyboard shortcuts that are bound on this page. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn)
  return (
    <Dialog open={open} onOpenChange={onClose} title="Keyboard shortcuts" size="lg" focus="itself">
      <div className="gap-8 sm:columns-2">
        {boundKeys().map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1">{group.title}</h3>
            <dl>
              {group.title === "Everywhere" ? (
                <Line does="Search memory or jump to a page, agent or file">
                  <CommandKey letter="K" />
                </Line>
              ) : null}
              {[...groupBy(group.bindings, (one) => one.does)].map(([does, same]) => (
                <Line key={does} does={does}>
                  {same.map((one, place) => (
                    <Pressed key={one.keys} keys={one.keys} or={place > 0} />
                  ))}
                </Line>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Enable single-key shortcuts (turn off if you use dictation)"
        checked={on}
        onChange={(event) => {
          setShortcutsOn(event.target.checked)
          setOn(event.target.checked)
        }}
      />
      <p className="text-ink-2">
        To automate these actions, use the{" "}
        <Link className="text-link" href="/docs/api">
          HTTP API
        </Link>
        .
      </p>
    </Dialog>
  )
}

function Pressed({ keys, or }: Pick<KeyBinding, "keys"> & { or: boolean }) {
  return (
    <>
      {or ? <span className="text-sm text-ink-3">or</span> : null}
      {keys
        .split(" ")
        .flatMap(drawnKeys)
        .map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
    </>
  )
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
}

/** Returns the labels of a key as printed on a keyboard: "j" is J, and "A" is Shift and A. */
function drawnKeys(key: string): string[] {
  if (/^\p{Lu}$/u.test(key)) return ["Shift", key]
  return [ownValue(ARROWS, key) ?? (key.length === 1 ? key.toUpperCase() : key)]
}

function Line({ does, children }: { does: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3 py-0.75">
      <dt className="order-2 ml-auto flex gap-1">{children}</dt>
      <dd className="text-ink-2">{does}</dd>
    </div>
  )
}
