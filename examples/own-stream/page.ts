import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'

/** The client as a browser takes it: the same files without their types. */
const clientFile = (name: string): string =>
  stripTypeScriptTypes(
    readFileSync(new URL(name, import.meta.resolve('@plumbline/sse/client')), 'utf8'),
  )

/** Serves the page and the client. Gives the page's origin, which the API has to allow. */
export async function servePage(
  port: number,
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const [, name] = /^\/client\/([a-z]+\.ts)$/.exec(url) ?? []
    try {
      if (name) {
        const code = clientFile(name)
        response.setHeader('Content-Type', 'text/javascript').end(code)
      } else if (url === '/') {
        const page = readFileSync(new URL('page.html', import.meta.url))
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
      } else response.writeHead(404).end()
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: chosen } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${chosen}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
