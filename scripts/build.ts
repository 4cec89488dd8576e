/** `npm run build`: the app for browsers, into web/dist. */
import { buildApp } from '../cli/web-app.ts'

const startedMs = performance.now()
await buildApp()
process.stdout.write(
  `web/dist is built (${((performance.now() - startedMs) / 1_000).toFixed(1)} s).\n`,
)
