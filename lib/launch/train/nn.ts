import { nearness } from "@/lib/memory/judgement/word-vectors"
import data from "@/lib/memory/judgement/data/word-vectors.json"
import { stemOf } from "@/lib/memory/stems"
const w = data.words.split(" ")
for (const q of ["deploy","expire","engineer","invoice","forbidden","database","refund","retry","approve","monday","fast","car","picture","owner","alert","weekly"]) {
  const qq = { stem: stemOf(q), shown: q, kind: "word" } as any
  console.log(q, w.map((x) => [x, nearness(qq, { stem: x, shown: x, kind: "word" } as any)] as const).sort((a, b) => b[1] - a[1]).slice(1, 11).map(([x, s]) => `${x} ${s.toFixed(2)}`).join(", "))
}
