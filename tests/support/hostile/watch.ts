import type { BrowserContext, Page } from "@playwright/test"
import { expect } from "@playwright/test"

export interface Noticed {
  readonly happened: readonly string[]
  /** Loads and scripts blocked by the Content Security Policy. Any attempt is a failure. */
  readonly blocked: readonly string[]
  /** Elements and attributes injected by a payload. */
  readonly made: readonly string[]
}

export interface Watch {
  /** Everything noticed since the last call. */
  notice(page: Page): Promise<Noticed>
  /** Fails if a payload ran, made a request, or changed the page. */
  nothingHappened(page: Page, where: string): Promise<void>
}

/** Observes every page of a browser context, before its first script, for any effect of a payload. */
export async function watchFor(context: BrowserContext, origin: string): Promise<Watch> {
  const happened: string[] = []
  await context.exposeFunction("quarterdeckRan", () => happened.push("a script ran"))
  await context.addInitScript(() => {
    const blocked: string[] = []
    Object.assign(window, { quarterdeckBlocked: blocked })
    document.addEventListener("securitypolicyviolation", (event) =>
      blocked.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  // Not page.route(): interception disables the browser's cache.
  context.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^(?:https?|wss?):$/.test(protocol) && asked !== origin)
      happened.push(`${request.url()} was asked for`)
  })
  const listen = (page: Page) => {
    page.on("dialog", (dialog) => {
      happened.push(`a dialog said ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on("framenavigated", (frame) => {
      if (
        frame.parentFrame() !== null ||
        !["about:blank", origin].some((known) => frame.url().startsWith(known))
      )
        happened.push(`a frame went to ${frame.url()}`)
    })
  }
  context.pages().forEach(listen)
  context.on("page", listen)
  const notice = async (page: Page): Promise<Noticed> => {
    // Payloads run after the page is rendered, so wait for a frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const blocked = await page.evaluate(
      () => (window as unknown as { quarterdeckBlocked: string[] }).quarterdeckBlocked,
    )
    return { happened: happened.splice(0), blocked, made: await page.evaluate(partsOfAttacks) }
  }
  return {
    notice,
    nothingHappened: async (page, where) =>
      expect.soft(await notice(page), where).toEqual({ happened: [], blocked: [], made: [] }),
  }
}

/** Runs in the page. Returns elements, attributes and URLs that Quarterdeck never creates. */
function partsOfAttacks(): string[] {
  const never =
    "img,picture,source,track,video,audio,image,iframe,frame,frameset,fencedframe,object,embed,applet,portal,base,math,marquee,xss,x,area,map,isindex,keygen,plaintext,xmp,listing,noembed,animate,set,use,foreignObject,feImage,discard,meta[http-equiv],svg script,svg style,svg:not([data-map]) a,main script,[role=dialog] script,main style,main link,main meta,main title:not([data-map] title),form[action^='http' i]"
  const made = [
    ...document.querySelectorAll(never),
    ...document.querySelectorAll("[id^='qd-x'],[id='q']"),
  ].map((one) => one.outerHTML.slice(0, 120))
  const schemeOf = (value: string): string | undefined =>
    // oxlint-disable-next-line no-control-regex -- browsers pass over these before a scheme
    /^[\0- ]*([a-z][a-z0-9+.-]*):/i.exec(value.replaceAll(/[\t\r\n]/g, ""))?.[1]?.toLowerCase()
  const isOutside = (one: Element, value: string): boolean => {
    if (!URL.canParse(value, location.href)) return false
    const { protocol, origin } = new URL(value, location.href)
    return (
      /^https?:$/.test(protocol) &&
      origin !== location.origin &&
      !one.matches("a[rel~=nofollow][rel~=noopener]")
    )
  }
  const isAttack = (one: Element, { name, value }: Attr): boolean => {
    // React sets this on a form whose action is a function.
    if (name === "action" && value === "javascript:throw new Error('React form unexpectedly submitted.')")
      return false
    if (/^on/i.test(name)) return true
    if (name === "style") return /leak|javascript/i.test(value)
    const leads =
      /^(?:href|src|srcset|action|formaction|xlink:href|data|poster|ping|background|cite|srcdoc)$/i
    if (!leads.test(name)) return false
    const scheme = schemeOf(value)
    return (scheme !== undefined && !["http", "https", "mailto"].includes(scheme)) || isOutside(one, value)
  }
  for (const one of document.querySelectorAll("*"))
    for (const attribute of one.attributes)
      if (isAttack(one, attribute))
        made.push(`${one.localName} ${attribute.name}=${attribute.value.slice(0, 100)}`)
  return made
}
