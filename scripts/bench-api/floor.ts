/**
 * What the machine takes by itself: a bare server of Node that answers as many bytes after as many words with
 * PostgreSQL, and looks nothing up. Its argument is the database's address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, type PoolConfig } from 'pg'

const pool = new Pool({ connectionString: process.argv[2], max: 20, pipeline: true } as PoolConfig)
const body = JSON.stringify({ data: 'x'.repeat(1_200) })

/** Begins and reads, reads again, commits: three round trips, as a read of the product. */
async function read(): Promise<void> {
  const client = await pool.connect()
  const one = { name: 'one', text: 'select $1::text as said, 1 as number', values: ['a'] }
  try {
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    await Promise.all([client.query('begin'), client.query(one), client.query(one)])
    await client.query(one)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const server = createServer((_request, response) => {
  read().then(
    () => response.setHeader('Content-Type', 'application/json').end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
