/** Keeps drafts of postings until they are submitted; nothing to do with what agents remember. */
export class SessionStore {
  private readonly drafts = new Map<string, unknown>()

  put(id: string, draft: unknown): void {
    this.drafts.set(id, draft)
  }
}
