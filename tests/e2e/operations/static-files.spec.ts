import { expect, test } from "@playwright/test"

test("serves robots.txt, the web app manifest and its icons without a login", async ({ request }) => {
  expect(await (await request.get("/robots.txt")).text()).toContain("Disallow: /")
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as { icons: { src: string }[] }
  for (const { src } of [...manifest.icons, { src: "/icons/apple-touch-icon.png" }]) {
    const response = await request.get(src, { maxRedirects: 0 })
    expect([src, response.status(), response.headers()["content-type"]]).toEqual([src, 200, "image/png"])
  }
})
