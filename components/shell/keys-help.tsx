"use client"

import { useState } from "react"
import { Dialog } from "@/components/ui/dialog"
import { Checkbox } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import { areKeysOn, boundKeys, turnKeys } from "@/components/ui/keys"
import { CommandKey } from "@/components/ui/command-key"

/** Every key that does something on this page, as the page itself bound them. */
export default function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(areKeysOn)
  return (
    <Dialog open={open} onOpenChange={onClose} title="Keys" size="lg">
      <div className="gap-8 sm:columns-2">
        {boundKeys().map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1">{group.title}</h3>
            <dl>
              {group.title === "Everywhere" ? (
                <Line does="Search memory, jump to a page, agent or file">
                  <CommandKey letter="K" />
                </Line>
              ) : null}
              {group.bindings.map((one) => (
                <Line key={one.keys} does={one.does}>
                  {one.keys.split(" ").map((key) => (
                    <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
                  ))}
                </Line>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Single keys do something. Turn this off if other software types for you."
        checked={on}
        onChange={(event) => {
          turnKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </Dialog>
  )
}

function Line({ does, children }: { does: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3 py-0.75">
      <dt className="order-2 ml-auto flex gap-1">{children}</dt>
      <dd className="text-ink-2">{does}</dd>
    </div>
  )
}
