/** The reference of the HTTP API as its page draws it. */
export interface ApiNoun {
  readonly name: string
  readonly about: string
  readonly operations: readonly ApiOperation[]
}

export interface ApiOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** In which words one may look for it, in small letters. */
  readonly words: string
  readonly right: string
  /** What the page says beside the right. */
  readonly notes: readonly string[]
  readonly parameters: readonly ApiMember[]
  /** Names of headers that it takes; what they mean stands once on the page. */
  readonly headers: readonly string[]
  readonly body: readonly ApiMember[]
  readonly archive: boolean
  readonly answer: ApiShape
  readonly errors: readonly { readonly status: string; readonly kind: string }[]
  readonly curl: string
}

export interface ApiMember {
  readonly name: string
  /** "path", "query"; null in a body. */
  readonly place: string | null
  readonly required: boolean
  readonly about: string
  readonly shape: ApiShape
}

/** A type in words, with the members of objects below it. */
export interface ApiShape {
  readonly words: string
  /** A named shape that is described once. */
  readonly named: string | null
  readonly members: readonly ApiMember[]
}
