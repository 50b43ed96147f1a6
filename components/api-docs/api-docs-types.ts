/** A resource of the HTTP API with its operations, as the page shows them. */
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
  /** Lowercase text that the search field of the page searches. */
  readonly words: string
  readonly right: string
  /** Sentences of the description after the first, which names the right. */
  readonly notes: readonly string[]
  readonly parameters: readonly ApiMember[]
  /** Names of the request headers. The page describes each header once. */
  readonly headers: readonly string[]
  readonly body: readonly ApiMember[]
  readonly archive: boolean
  readonly answer: ApiShape
  readonly errors: readonly { readonly status: string; readonly kind: string }[]
  readonly curl: string
}

export interface ApiMember {
  readonly name: string
  /** "path" or "query"; null for headers and for members of a body. */
  readonly place: string | null
  readonly required: boolean
  readonly about: string
  readonly shape: ApiShape
}

/** A type in words, with the members of objects below it. */
export interface ApiShape {
  readonly words: string
  /** Name of a schema that is described once; null: none. */
  readonly named: string | null
  readonly members: readonly ApiMember[]
}
