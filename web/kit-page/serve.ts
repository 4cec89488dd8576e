/** Serves the component page with Vite's development server. No build contains it. */
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')

export interface KitServer {
  /** Of the page. */
  readonly address: string
  close(): Promise<void>
}

/** On loopback; port 0 is any free port. */
export async function serveKitPage(port: number): Promise<KitServer> {
  const server = await createServer({
    configFile: false,
    root,
    appType: 'mpa', // a path without a file is not found, instead of the app's own page
    cacheDir: join(root, '../node_modules/.vite'),
    logLevel: 'warn',
    optimizeDeps: { entries: ['kit-page/index.html'] },
    server: { host: '127.0.0.1', port },
  })
  await server.listen()
  const bound = server.httpServer?.address()
  if (bound === null || typeof bound !== 'object')
    throw new Error('Vite does not listen on a port.')
  return {
    address: `http://127.0.0.1:${bound.port}/kit-page/`,
    close: () => server.close(),
  }
}
