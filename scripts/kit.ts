/** `npm run kit`: every component of the web app in its states, on one page. Needs no API. */
import { serveKitPage } from '../web/kit-page/serve.ts'

const { address } = await serveKitPage(5_174)
process.stdout.write(`The component page is at ${address}\n`)
