import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { networkOf } from './limits.ts'

/**
 * Hangs up on the connections that one address opens beyond `most`, before anything is read of them: each holds
 * a descriptor of the process for a minute without a word. Whoever stands behind a proxy leaves that to it.
 */
export function limitConnections(app: FastifyInstance, most: number, log: Log): void {
  const open = new Map<string, number>()
  /** Told of once, until they have hung up. */
  const full = new Set<string>()
  app.server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      if (!full.has(address)) log.warn('connections of one address refused', { most })
      full.add(address)
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) return void open.set(address, left)
      open.delete(address)
      full.delete(address)
    })
  })
}

/** Requests of one connection that are worked on together: browsers send one, few libraries more. */
const mostPipelined = 8

/**
 * Hangs up on who sends request after request without taking an answer: each answer waits in memory behind the
 * one before. Behind an event stream, which takes the connection for good, nothing is answered any more.
 */
export function limitPipelining(app: FastifyInstance): (response: ServerResponse) => void {
  const pending = new WeakMap<Socket, number>()
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (pending.get(socket) ?? 0) + 1
    if (count > mostPipelined) return void socket.destroy()
    pending.set(socket, count)
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
  })
  return ({ req }) => {
    if (req.socket) pending.set(req.socket, mostPipelined)
  }
}
