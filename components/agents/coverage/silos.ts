/** An entry that one agent has and no teammate in its category. */
export interface MissedEntry {
  entry: string
  text: string
  type: string | null
  confidence: number | null
  date: string | null
  section: string | null
  /** The heading above the entry. */
  title: string | null
  file: string
  path: string
  line: number
  agent: string
  project: string
  category: string
  /** 0–1. */
  score: number
  why: string[]
  missedBy: { name: string; project: string }[]
  mates: number
  waiting: { id: string; path: string } | null
}
