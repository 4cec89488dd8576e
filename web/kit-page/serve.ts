/** Serves the component page with Vite's development server. No build contains it. */
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')

export interface KitServer {
  /** The URL of the page. */
  readonly address: string
  close(): Promise<void>
}

/** Listens on loopback; port 0 selects any free port. */
export async function serveKitPage(port: number): Promise<KitServer> {
  const server = await createServer({
    configFile: false,
    root,
    appType: 'mpa', // return 404 for a path without a file, not the app's page
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
