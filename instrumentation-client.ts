/** What Next throws on purpose inside what is still loading: a page that is not there, and one that is elsewhere. */
const ON_PURPOSE = /^NEXT_(?:HTTP_ERROR_FALLBACK|REDIRECT);/

// React reports each of them a second time, as a part that the server could not finish (error 419). The reader has the page that says so already.
window.addEventListener("error", (event) => {
  const thrown: unknown = event.error
  if (thrown instanceof Error && "digest" in thrown && ON_PURPOSE.test(String(thrown.digest)))
    event.preventDefault()
})

// The policy of the page lets no text become code. Zod would try, and be told off in the console.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
