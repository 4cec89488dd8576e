import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * The port for publishers of a Node server under test: a line is an event, the time of its sending in µs. The same line
 * reaches the C floor, so that what an event costs to hear is the same.
 */
export async function publishers(
  publish: (sentUs: number) => void,
): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', () => socket.destroy())
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) publish(Number(line))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
