import { heldOut, labelledPairs } from "./judgement"
import { LABELS } from "@/lib/memory/judgement/labels"
import { corpusPairs } from "./corpus-pairs"
const pairs = [...labelledPairs(), ...corpusPairs()]
const probs = heldOut(pairs)
for (const set of ["shared", "likeness", "conflicts"]) {
  const own = pairs.map((p, i) => ({ p, q: probs[i]! })).filter(({ p }) => p.group.startsWith(set))
  const tab: Record<string, Record<string, number>> = {}
  for (const { p, q } of own) { const best = LABELS[q.indexOf(Math.max(...q))]!; (tab[p.label!] ??= {})[best] = ((tab[p.label!] ??= {})[best] ?? 0) + 1 }
  console.log(set, own.length); console.table(tab)
  const rate = (xs: typeof own, f: (q: number[]) => boolean) => xs.filter(({ q }) => f(q)).length / Math.max(1, xs.length)
  const of = (l: string) => own.filter(({ p }) => p.label === l)
  for (const t of [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const c = (q: number[]) => q[0]! >= t, d = (q: number[]) => q[1]! + q[2]! >= t
    console.log(`t=${t} contr: rec ${rate(of("contradiction"), c).toFixed(2)} onDup ${rate([...of("duplicate"), ...of("superset")], c).toFixed(3)} onRel ${rate(of("related"), c).toFixed(3)} onUnrel ${rate(of("unrelated"), c).toFixed(3)} | dup: rec ${rate(of("duplicate"), d).toFixed(2)} sup ${rate(of("superset"), d).toFixed(2)} onContr ${rate(of("contradiction"), d).toFixed(3)} onRel ${rate(of("related"), d).toFixed(3)} onUnrel ${rate(of("unrelated"), d).toFixed(3)}`)
  }
}
const kinds = [...new Set(pairs.filter((p) => p.group.startsWith("shared")).map((p) => `${p.label}/${p.kind}`))]
for (const k of kinds.sort()) {
  const own = pairs.map((p, i) => ({ p, q: probs[i]! })).filter(({ p }) => p.group.startsWith("shared") && `${p.label}/${p.kind}` === k)
  const c = own.filter(({ q }) => q[0]! >= 0.5).length, d = own.filter(({ q }) => q[1]! + q[2]! >= 0.5).length
  console.log(k.padEnd(45), own.length, "contr", c, "dup", d)
}
