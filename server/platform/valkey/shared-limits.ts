/** Counts of requests that all processes of an installation share. */
import { createHash } from 'node:crypto'
import type { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '../log.ts'
import type { Allowance, SharedCounts } from '../rate-limit.ts'
import { connect, type ValkeySettings } from './connect.ts'

export interface SharedLimits extends SharedCounts {
  close(): void
}

/** Longer than a healthy server takes a hundred times over, and nothing that a person notices. */
const longestWaitMs = 100
const windowSeconds = 60

/**
 * Windows of a minute that begin with the first request of a key. Keys are hashed: IP and email addresses leave this
 * process only as hashes. An unavailable server is not waited for, and one that does not answer in time counts as
 * unavailable until a new connection to it is ready.
 */
export async function sharedLimits(settings: ValkeySettings, log: Log): Promise<SharedLimits> {
  const library = await import('rate-limiter-flexible') // 60 ms that a server without Valkey is spared
  const client = connect(settings, 'plumbline-limits')
  const limiters = new Map<string, RateLimiterRedis>()
  let isShared = false
  /** The connection is given up, which takes a moment, and is not used meanwhile. */
  let isGivenUp = false
  const away = (reason: string): void => {
    if (isShared)
      log.warn('Valkey is unavailable; each process limits requests separately', { reason })
    isShared = false
  }
  client.on('ready', () => {
    isGivenUp = false
    if (!isShared) log.info('rate limits are shared by all processes')
    isShared = true
  })
  client.on('close', () => away('The connection was closed.'))
  client.on('error', (error: Error) => away(error.message))

  function limiterOf(name: string, rate: number): RateLimiterRedis {
    const known = limiters.get(name)
    if (known) return known
    const keyPrefix = `${settings.namespace}:limit:${name}`
    const limiter = new library.RateLimiterRedis({
      storeClient: client,
      keyPrefix,
      points: rate,
      duration: windowSeconds,
    })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    async take(name, rate, key) {
      if (isGivenUp || client.status !== 'ready') return undefined
      const hashed = createHash('sha256').update(key).digest('base64url').slice(0, 22)
      const tooLong = setTimeout(() => {
        away('It did not respond in time.')
        if (isGivenUp) return // by another request that waited
        isGivenUp = true
        client.disconnect(true) // what waits for it is rejected, and a new connection is made
      }, longestWaitMs)
      try {
        return allowanceOf(await limiterOf(name, rate).consume(hashed), false)
      } catch (refused) {
        if (refused instanceof library.RateLimiterRes) return allowanceOf(refused, true)
        away((refused as Error).message)
        return undefined
      } finally {
        clearTimeout(tooLong)
      }
    },
    close: () => client.disconnect(),
  }
}

const allowanceOf = (
  { remainingPoints: remaining, msBeforeNext }: RateLimiterRes,
  isOver: boolean,
): Allowance => ({ isOver, remaining, seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) })
