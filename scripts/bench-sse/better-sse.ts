/** The npm library better-sse, as its documentation sets it up. `node better-sse.ts <bytes of filler>`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChannel, createSession } from 'better-sse'
import { publishers } from './publishers.ts'

const filler = 'x'.repeat(Number(process.argv[2] ?? '16'))
const channel = createChannel()
const server = createServer(async (request, response) => {
  channel.register(await createSession(request, response))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const door = await publishers((sent_us) =>
  channel.broadcast({ sent_us, text: filler }, 'bench.delta'),
)
process.stdout.write(`${JSON.stringify({ port, publishPort: door.port, path: '/' })}\n`)
process.on('SIGTERM', () => process.exit(0))
